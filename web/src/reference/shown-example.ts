import { origin } from '../parts/settings.ts';
import { mapped, movedExample } from './example-values.ts';

/** The address in the examples of the document. */
const EXAMPLE_ORIGIN = 'http://localhost:3000';

/** An example as the page shows it: its dates are not in the past, and its addresses are those of this service. */
export function shownExample<Value>(example: Value, now: number): Value {
  return mapped(movedExample(example, now), (text) => text.replace(EXAMPLE_ORIGIN, origin));
}
