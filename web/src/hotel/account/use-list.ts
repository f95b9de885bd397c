import { useCallback, useEffect, useState } from 'react';
import { callApi } from '../api.ts';

export interface List<Line> {
  lines: Line[] | null;
  error: unknown;
  load: () => Promise<void>;
}

/** Loads a list from the service. */
export function useList<Line>(path: string): List<Line> {
  const [lines, setLines] = useState<Line[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(async () => {
    try {
      setLines(await callApi<Line[]>(path));
      setError(null);
    } catch (problem) {
      setError(problem);
    }
  }, [path]);
  useEffect(() => void load(), [load]);
  return { lines, error, load };
}
