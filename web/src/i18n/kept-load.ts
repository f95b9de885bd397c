/** A function for each failed promise. The function removes the promise, so that the next use loads again. */
const failures = new Set<() => void>();

/**
 * Returns a function that loads a value once. The function keeps the promise, because React needs the same promise in
 * every render. A failed promise is also kept. Otherwise, while the browser is offline, each render would start another
 * load.
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
