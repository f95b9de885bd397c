/** Functions that remove failed promises, so that the next use loads again. */
const failures = new Set<() => void>();

/**
 * Loads once and keeps the promise, because React reads it in every render. A promise that failed is kept too: if it
 * were forgotten at once, the next render would load again, without an end while the browser is offline.
 */
export function keptLoad<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  return () => {
    if (kept === undefined) {
      kept = load();
      kept.catch(() =>
        failures.add(() => {
          kept = undefined;
        }),
      );
    }
    return kept;
  };
}

/** Called when a failure is shown, so that the next use loads again. */
export function forgetFailures(): void {
  for (const forget of failures) forget();
  failures.clear();
}
