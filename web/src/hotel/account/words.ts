import { ApiError } from '../api.ts';
import { errorText } from '../error-text.ts';
import { useShellWords, useWordsOf } from '../language.tsx';
import { accountAr } from '../words/account-ar.ts';
import { accountCkb } from '../words/account-ckb.ts';
import { type AccountWords, accountEn } from '../words/account-en.ts';
import type { ShellWords } from '../words/shell-en.ts';

const ACCOUNT = { ar: accountAr, ckb: accountCkb, en: accountEn };

/** The texts that this part of the page uses. */
export interface Speech {
  words: AccountWords;
  shell: ShellWords;
}

export function useSpeech(): Speech {
  return { words: useWordsOf(ACCOUNT), shell: useShellWords() };
}

interface FieldProblem {
  field: string;
  code: string;
}

/**
 * Returns the text for an error. `own` maps error codes to texts of this form. These texts replace the general texts.
 */
export function problemText(
  error: unknown,
  { words, shell }: Speech,
  own: Record<string, string> = {},
): string {
  if (error instanceof ApiError && error.code === 'VALIDATION_ERROR') {
    const [first] = fieldProblems(error.details);
    const text =
      first?.field === 'password' ? passwordText(first.code, words) : words.field[first?.field ?? ''];
    if (text !== undefined) return text;
  }
  return errorText(error, shell, { ...words.errors, ...own });
}

function passwordText(code: string, { password }: AccountWords): string | undefined {
  return code === 'TOO_SHORT' || code === 'TOO_LONG' || code === 'NOT_ALLOWED' ? password[code] : undefined;
}

function fieldProblems(details: unknown): FieldProblem[] {
  return Array.isArray(details) ? (details as FieldProblem[]) : [];
}
