import { origin } from '../parts/settings.ts';
import { mapped, movedExample } from './example-values.ts';

/** The base address in the examples of the OpenAPI document. */
const EXAMPLE_ORIGIN = 'http://localhost:3000';

/**
 * An example as the page shows it. Its dates are moved, so that no date is in the past. The base address of the service
 * replaces the base address of the example.
 */
export function shownExample<Value>(example: Value, now: number): Value {
  return mapped(movedExample(example, now), (text) => text.replace(EXAMPLE_ORIGIN, origin));
}
