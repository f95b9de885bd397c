import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApi } from '../src/reference/openapi.ts';

export const LANGUAGES = ['en', 'ar', 'ckb'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Maps each English text of the OpenAPI document to its translation. */
export type Texts = Record<string, string>;

export const PROJECT = join(import.meta.dirname, '../..');

/**
 * Reads the OpenAPI document from openapi.json and translates its texts into a language. A test compares openapi.json
 * with the document that the service sends.
 */
export function referenceIn(language: Language): OpenApi {
  const document = JSON.parse(readFileSync(join(PROJECT, 'openapi.json'), 'utf8'));
  return language === 'en' ? document : (translated(document, textsIn(language)) as OpenApi);
}

export function textsIn(language: Exclude<Language, 'en'>): Texts {
  return JSON.parse(readFileSync(join(PROJECT, `docs/reference/${language}.json`), 'utf8'));
}

/** The fields that contain texts for people. Other fields are for programs and are not translated. */
const TEXTS = ['summary', 'description', 'x-title', 'x-default-text'];
/** These fields contain data, which is not translated. The data may contain fields with the names in TEXTS. */
const DATA = ['example', 'examples', 'enum', 'default'];

/** Translates the texts in a value. A text without a translation stays English, and a test fails. */
function translated(value: unknown, texts: Texts, name = ''): unknown {
  if (typeof value === 'string') return TEXTS.includes(name) ? (texts[value] ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => translated(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      DATA.includes(key) && name !== 'properties' ? inner : translated(inner, texts, key),
    ]),
  );
}

/** All texts of the document, without repetitions. */
export function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return TEXTS.includes(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.entries(value).flatMap(([key, inner]) => {
    if (DATA.includes(key) && name !== 'properties') return [];
    return textsOf(inner, Array.isArray(value) ? '' : key);
  });
  return [...new Set(found)];
}
