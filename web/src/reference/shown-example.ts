import { origin } from '../parts/settings.ts';
import { mapped, movedExample } from './example-values.ts';

/** The address in the examples of the document. */
const EXAMPLE_ORIGIN = 'http://localhost:3000';

/** An example for the page. Its dates are moved so that none is in the past, and its addresses are of this service. */
export function shownExample<Value>(example: Value, now: number): Value {
  return mapped(movedExample(example, now), (text) => text.replace(EXAMPLE_ORIGIN, origin));
}
