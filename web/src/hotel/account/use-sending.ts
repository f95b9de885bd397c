import { useState } from 'react';

export interface Sending {
  isSending: boolean;
  error: unknown;
  done: string | null;
  /**
   * Runs a request. After a success, stores `doneText` for the screen and returns true. After a failure, stores the
   * error and returns false.
   */
  run: (request: () => Promise<unknown>, doneText?: string) => Promise<boolean>;
}

export function useSending(): Sending {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState<string | null>(null);
  const run = async (request: () => Promise<unknown>, doneText?: string) => {
    setSending(true);
    setError(null);
    setDone(null);
    try {
      await request();
      setDone(doneText ?? null);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { isSending, error, done, run };
}
