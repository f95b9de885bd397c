import { Link } from '../parts/router.tsx';
import { SideMenu } from '../parts/side-menu.tsx';
import { GROUPS, type OperationId } from './operation.ts';
import { addressOf, OPERATIONS, operationOf } from './operations.ts';
import { Scenarios } from './scenarios.tsx';
import { useConsoleWords } from './use-words.ts';

/** All operations by group. Only the group of the current operation is open. */
export function OperationMenu({ chosen, isHotel }: { chosen: OperationId; isHotel: boolean }) {
  const words = useConsoleWords();
  const own = operationOf(chosen)!.group;
  return (
    <SideMenu
      key={chosen}
      label={words.operations}
      current={words.operation[chosen]}
      // A hotel tester has no contract with the scenario hotels, so the menu leaves them out.
      below={isHotel ? undefined : <Scenarios />}
    >
      {GROUPS.map((group) => (
        <details key={group} open={group === own}>
          <summary>{words.group[group]}</summary>
          {OPERATIONS.filter((operation) => operation.group === group).map(({ id, method }) => (
            <Link key={id} href={addressOf(id)} aria-current={id === chosen ? 'true' : undefined}>
              <code dir="ltr">{method}</code> {words.operation[id]}
            </Link>
          ))}
        </details>
      ))}
    </SideMenu>
  );
}
