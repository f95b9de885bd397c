import { Callout } from '../parts/callout.tsx';
import { Link } from '../parts/router.tsx';
import { wishFirstField } from './focus.ts';
import type { OperationId } from './operation.ts';
import { addressOf } from './operations.ts';
import { useConsoleWords } from './use-words.ts';

/**
 * The scenario hotels of the sandbox. For each hotel: the first operation of its scenario, and the error code that the
 * scenario causes.
 */
const SCENARIOS: { hotelId: string; operation: OperationId; code: string | null }[] = [
  { hotelId: 'HTL-2026-0091', operation: 'priceCheck', code: 'PRICE_CHANGED' },
  { hotelId: 'HTL-2026-0092', operation: 'createBooking', code: 'INSUFFICIENT_INVENTORY' },
  { hotelId: 'HTL-2026-0093', operation: 'prebook', code: null },
  { hotelId: 'HTL-2026-0099', operation: 'listRoomTypes', code: 'HOTEL_ACCESS_DENIED' },
];

/** The list of scenario hotels. A click fills in the forms. */
export function Scenarios() {
  const words = useConsoleWords();
  return (
    // On a phone the list is closed at first, so that the path is visible without scrolling.
    <details className="scenarios" open={matchMedia('(min-width: 56rem)').matches}>
      <summary>{words.scenarios}</summary>
      <p className="hint">{words.scenarioHint}</p>
      <ul>
        {SCENARIOS.map(({ hotelId, operation }) => (
          <li key={hotelId}>
            <Link href={`${addressOf(operation)}?hotelId=${hotelId}`} onClickCapture={wishFirstField}>
              {words.scenario[hotelId]!.name}
            </Link>
            <small>{words.scenario[hotelId]!.does}</small>
          </li>
        ))}
      </ul>
      <Link href="/test-scenarios">{words.testScenarios}</Link>
    </details>
  );
}

/** Explains what the chosen hotel will do, if it is a scenario hotel. */
export function ScenarioNote({ hotelId }: { hotelId: string }) {
  const words = useConsoleWords();
  const scenario = SCENARIOS.find((one) => one.hotelId === hotelId);
  if (scenario === undefined) return null;
  const { name, does, how } = words.scenario[hotelId]!;
  return (
    <Callout title={`${words.scenarioOn}: ${name}`}>
      <p>
        {does} {how}{' '}
        {scenario.code === null ? (
          <Link href="/test-scenarios">{words.testScenarios}</Link>
        ) : (
          <Link href={`/errors/${scenario.code}`}>{words.explained(scenario.code)}</Link>
        )}
      </p>
    </Callout>
  );
}
