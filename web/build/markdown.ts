import { existsSync, readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Document, Heading } from '../src/docs/document.ts';
import { docsAr } from '../src/docs/words/ar.ts';
import { docsCkb } from '../src/docs/words/ckb.ts';
import { docsEn } from '../src/docs/words/en.ts';
import type { Language } from './reference.ts';

const WORDS = { en: docsEn, ar: docsAr, ckb: docsCkb };
const ANCHOR =
  '<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">' +
  '<path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 6 6l1.5-1.5"/></svg>';

/** Converts Markdown documents to HTML in the build, so that browsers need no Markdown library. */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.md')) return null;
      return `export const document = ${JSON.stringify(readDocument(id).document)};\n`;
    },
  };
}

/** A section of a document, with its plain text for the search. */
export interface Section extends Heading {
  plain: string;
}

/** Reads the document in a file docs/<kind>/<language>/<name>.md. */
export function readDocument(file: string): { document: Document; sections: Section[] } {
  const [, language] = /\/(en|ar|ckb)\/[^/]+\.md$/.exec(file)! as unknown as [string, Language];
  const english = file.replace(`/${language}/`, '/en/');
  const ids = idsOf(readFileSync(existsSync(english) ? english : file, 'utf8'));
  return builtDocument(readFileSync(file, 'utf8'), ids, language);
}

/** Makes the ids of the headings from the English text, so that a link works in every language. */
export function idsOf(english: string): string[] {
  const ids: string[] = [];
  for (const token of marked.lexer(english)) {
    if (token.type !== 'heading' || token.depth === 1) continue;
    const id = slugOf(plainOf(token.tokens ?? []));
    const same = ids.filter((one) => one === id || one.startsWith(`${id}--`)).length;
    ids.push(same === 0 ? id : `${id}--${same + 1}`);
  }
  return ids;
}

export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
}

function builtDocument(text: string, ids: string[], language: Language) {
  const blocks: Block[] = [];
  const headings: Heading[] = [];
  const sections: Section[] = [{ id: '', text: '', plain: '' }];
  let title = '';
  const addHtml = (html: string) => {
    const last = blocks.at(-1);
    if (last !== undefined && 'html' in last) last.html += html;
    else blocks.push({ html });
  };
  for (const token of marked.lexer(text)) {
    if (token.type === 'heading') {
      const plain = plainOf(token.tokens ?? []);
      if (token.depth === 1) {
        title = plain;
        addHtml(`<h1>${marked.Parser.parseInline(token.tokens!)}</h1>\n`);
        continue;
      }
      const heading = { id: ids[sections.length - 1] ?? '', text: plain };
      sections.push({ ...heading, plain: '' });
      if (token.depth === 2) headings.push(heading);
      addHtml(headingHtml(token as Tokens.Heading, heading, language));
    } else if (token.type === 'code') blocks.push({ code: token.text, language: token.lang ?? '' });
    else {
      addHtml(htmlOf(token));
      sections.at(-1)!.plain += ` ${plainOf([token])}`;
    }
  }
  for (const section of sections) section.plain = section.plain.replace(/\s+/g, ' ').trim();
  sections[0]!.text = title;
  return { document: { title, headings, blocks }, sections };
}

function headingHtml({ depth, tokens }: Tokens.Heading, { id, text }: Heading, language: Language): string {
  const label = escaped(`${WORDS[language].linkTo}: ${text}`);
  return (
    `<h${depth} id="${id}" tabindex="-1">${marked.Parser.parseInline(tokens)} ` +
    `<a class="anchor" href="#${id}" aria-label="${label}">${ANCHOR}</a></h${depth}>\n`
  );
}

/** Code is left-to-right in every language. A block that scrolls must be reachable by keyboard. */
function htmlOf(token: Token): string {
  return marked.Parser.parse([token])
    .replaceAll('<pre>', '<pre dir="ltr" tabindex="0">')
    .replaceAll('<table>', '<table tabindex="0">');
}

/**
 * Returns the plain text of a document, without its code blocks. Most code blocks contain the same words, so a search
 * for these words would find every document.
 */
function plainOf(tokens: Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'code') return '';
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .flat()
          .map((cell) => plainOf(cell.tokens))
          .join(' ');
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => plainOf(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens !== undefined) return plainOf(token.tokens);
      return 'text' in token ? token.text : ' ';
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
