import { useWords } from '../i18n/language.tsx';
import { SideMenu } from '../parts/side-menu.tsx';
import { OPERATIONS, type Operation, type OperationId } from './operations.ts';

export function OperationMenu({ chosen, isHotel }: { chosen: OperationId; isHotel: boolean }) {
  const words = useWords();
  const links = (operations: Operation[]) =>
    operations.map(({ id, method }) => (
      <a key={id} href={`#${id}`} aria-current={id === chosen ? 'true' : undefined}>
        <code>{method}</code> {words.operation[id]}
      </a>
    ));
  return (
    <SideMenu
      key={chosen}
      label={words.operations}
      current={words.operation[chosen]}
      // Scenario hotels are not in the contract of a hotel's tester.
      below={isHotel ? undefined : <Scenarios />}
    >
      <strong>{words.supply.partnerGroup}</strong>
      {links(OPERATIONS.filter(({ supply, events }) => supply === undefined && events === undefined))}
      <strong>{words.events.group}</strong>
      {links(OPERATIONS.filter(({ events }) => events === true))}
      <strong>{words.supply.group}</strong>
      {links(OPERATIONS.filter((operation) => operation.supply === true))}
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
