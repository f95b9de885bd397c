import { ApiError } from './api.ts';
import type { ShellWords } from './words/shell-en.ts';

/** The text for an error: what went wrong, and what to do next. */
export function errorText(error: unknown, words: ShellWords, more: Record<string, string> = {}): string {
  if (!(error instanceof ApiError)) return words.errors.UNREADABLE!;
  return more[error.code] ?? words.errors[error.code] ?? words.otherError(error.message);
}
