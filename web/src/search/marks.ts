import { termsOfWord, writtenWords } from './fold.ts';

export interface Piece {
  text: string;
  isMarked: boolean;
}

/** Splits a text into pieces. The pieces that match the query are marked. */
export function markedPieces(text: string, terms: string[]): Piece[] {
  const wanted = new Set(terms);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { word, at } of writtenWords(text)) {
    if (!termsOfWord(word).some((term) => wanted.has(term))) continue;
    if (at > done) pieces.push({ text: text.slice(done, at), isMarked: false });
    pieces.push({ text: word, isMarked: true });
    done = at + word.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isMarked: false });
  return pieces;
}

const EXCERPT_LETTERS = 150;
const LETTERS_BEFORE = 40;

/**
 * Returns the part of a text around the first word that matches the query. If no word matches, the function returns the
 * beginning of the text.
 */
export function excerptOf(text: string, terms: string[]): string {
  const wanted = new Set(terms);
  const first = writtenWords(text).find(({ word }) => termsOfWord(word).some((term) => wanted.has(term)));
  const from = startOf(text, Math.max(0, (first?.at ?? 0) - LETTERS_BEFORE));
  const to = from + EXCERPT_LETTERS >= text.length ? text.length : endOf(text, from + EXCERPT_LETTERS);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
}

/** Where an excerpt begins. An excerpt never begins inside a word. */
function startOf(text: string, at: number): number {
  return at === 0 ? 0 : text.indexOf(' ', at) + 1;
}

function endOf(text: string, at: number): number {
  const end = text.lastIndexOf(' ', at);
  return end <= 0 ? at : end;
}
