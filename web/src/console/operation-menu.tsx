import { useWords } from '../i18n/language.tsx';
import { SideMenu } from '../parts/side-menu.tsx';
import { OPERATIONS, type OperationId } from './operations.ts';

export function OperationMenu({ chosen }: { chosen: OperationId }) {
  const words = useWords();
  return (
    <SideMenu key={chosen} label={words.operations} current={words.operation[chosen]} below={<Scenarios />}>
      {OPERATIONS.map(({ id, method }) => (
        <a key={id} href={`#${id}`} aria-current={id === chosen ? 'true' : undefined}>
          <code>{method}</code> {words.operation[id]}
        </a>
      ))}
    </SideMenu>
  );
}

function Scenarios() {
  const words = useWords();
  return (
    <details className="scenarios">
      <summary>{words.scenarios}</summary>
      <dl>
        {words.scenarioNotes.map(([hotel, note]) => (
          <div key={hotel}>
            <dt dir="ltr">{hotel}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
