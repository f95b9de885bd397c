import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Plugin } from 'vite';
import { isRetried, REFUSAL_CODES, statusOf } from '../../src/http/common/errors.ts';
import type { RefusalCode } from '../../src/kernel/refusal.ts';
import type { ErrorField, ErrorOperation, ErrorPage, Group } from '../src/errors/catalogue.ts';
import { guideFile } from './guides.ts';
import { type Language, PROJECT, referenceIn } from './reference.ts';

const NAME = /^\0?virtual:errors\/(en|ar|ckb)$/;

/**
 * For each error code: its group, and the guides that help. The group determines what the reader must do. The type
 * ensures that no code is missing.
 */
const PLACES: Record<RefusalCode, [Group, ...guides: string[]]> = {
  VALIDATION_ERROR: ['request', 'errors'],
  MALFORMED_JSON: ['request', 'errors'],
  INVALID_API_KEY: ['request', 'quick-start', 'going-live'],
  WRONG_KEY_KIND: ['request', 'quick-start', 'hotels-quick-start'],
  HOTEL_ACCESS_DENIED: ['contact', 'going-live'],
  HOTEL_NOT_FOUND: ['state', 'quick-start'],
  ROOM_TYPE_NOT_FOUND: ['state', 'pushing-rooms-and-prices'],
  RATE_PLAN_NOT_FOUND: ['state', 'pushing-rooms-and-prices'],
  BOOKING_NOT_FOUND: ['state', 'lifecycle'],
  PREBOOK_NOT_FOUND: ['state', 'lifecycle'],
  WEBHOOK_NOT_FOUND: ['state', 'webhooks'],
  ROUTE_NOT_FOUND: ['request', 'quick-start'],
  METHOD_NOT_ALLOWED: ['request', 'quick-start'],
  PAYLOAD_TOO_LARGE: ['request', 'pushing-rooms-and-prices'],
  UNSUPPORTED_MEDIA_TYPE: ['request', 'pushing-rooms-and-prices'],
  INSUFFICIENT_INVENTORY: ['offer', 'lifecycle'],
  PRICE_CHANGED: ['offer', 'price-changes', 'idempotency'],
  RESTRICTION_VIOLATED: ['offer', 'lifecycle'],
  QUOTE_EXPIRED: ['offer', 'price-changes'],
  PREBOOK_EXPIRED: ['offer', 'lifecycle'],
  PREBOOK_MISMATCH: ['state', 'lifecycle'],
  PREBOOK_CONSUMED: ['state', 'lifecycle', 'idempotency'],
  PREBOOK_LIMIT_EXCEEDED: ['state', 'lifecycle'],
  BOOKING_STATE_CONFLICT: ['state', 'lifecycle', 'cancellations', 'reservations'],
  CURSOR_GONE: ['state', 'events', 'reservations'],
  WEBHOOK_EXISTS: ['state', 'webhooks'],
  WEBHOOK_LIMIT_EXCEEDED: ['state', 'webhooks'],
  WEBHOOK_TEST_RUNNING: ['wait', 'webhooks'],
  IDEMPOTENCY_IN_PROGRESS: ['wait', 'idempotency'],
  IDEMPOTENCY_KEY_REUSED: ['request', 'idempotency'],
  RATE_LIMIT_EXCEEDED: ['wait', 'rate-limits'],
  INTERNAL_ERROR: ['contact', 'idempotency'],
  SERVICE_UNAVAILABLE: ['wait', 'idempotency'],
  BOOKINGS_HALTED: ['wait', 'idempotency'],
  OUTCOME_UNKNOWN: ['wait', 'idempotency', 'lifecycle'],
};

/** The texts for one error code, in Markdown. */
interface Section {
  meaning: string;
  more: string;
  /** Empty if the code has no details. */
  details: string;
  causes: string;
  steps: string;
}

/** Makes one module per language with the error catalogue, because a browser loads only one language. */
export function errors(): Plugin {
  return {
    name: 'errors',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const language = NAME.exec(id)?.[1] as Language | undefined;
      if (language === undefined) return null;
      return `export const catalogue = ${JSON.stringify(catalogueIn(language))};\n`;
    },
  };
}

/** Returns the pages of all error codes, in the order of the service's own list. */
export function catalogueIn(language: Language): ErrorPage[] {
  const document = referenceIn(language) as unknown as Document;
  const [english, own] = [sectionsIn('en'), sectionsIn(language)];
  return REFUSAL_CODES.map((code) => {
    const section = own.get(code) ?? english.get(code);
    if (section === undefined) throw new Error(`docs/errors/en.md has no section ${code}`);
    const [group, ...guides] = PLACES[code];
    return {
      code,
      status: statusOf(code),
      reason: STATUS_CODES[statusOf(code)]!,
      // For this code, the service decides for each request whether it can be retried.
      retryable: code === 'OUTCOME_UNKNOWN' ? 'key' : isRetried(code) ? 'yes' : 'no',
      group,
      language: own.has(code) ? language : 'en',
      meaning: inline(section.meaning),
      meaningText: section.meaning.replaceAll('`', ''),
      more: block(section.more),
      details: fieldsOf(section.details),
      causes: block(section.causes),
      steps: block(section.steps),
      example: JSON.stringify(document.components.examples[code]?.value, null, 2),
      operations: operationsWith(code, document),
      guides: guides.map((slug) => ({ slug, title: titleOf(slug, language) })),
    };
  });
}

/**
 * Reads the sections of docs/errors/<language>.md. The key of a section is its error code. Subheadings are translated,
 * so the build recognises them by their order.
 */
export function sectionsIn(language: Language): Map<string, Section> {
  const file = join(PROJECT, `docs/errors/${language}.md`);
  if (!existsSync(file)) return new Map();
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);
  return new Map(sections.map((text) => [/^[A-Z_]+/.exec(text)![0], sectionOf(text)]));
}

function sectionOf(text: string): Section {
  const [head, ...parts] = text.split(/^### .*$/m).map((part) => part.trim());
  const [, meaning, ...more] = head!.split(/\n\s*\n/);
  const [steps, causes, details = ''] = parts.reverse();
  if (meaning === undefined || steps === undefined || causes === undefined)
    throw new Error(`a section of docs/errors is not complete: ${text.slice(0, 40)}`);
  return { meaning, more: more.join('\n\n'), details, causes, steps };
}

function fieldsOf(list: string): ErrorField[] {
  return [...list.matchAll(/^[-*] \u200f?`([^`]+)`:?\s*(.+)$/gm)].map(([, name, text]) => ({
    name: name!,
    html: inline(text!),
  }));
}

function inline(text: string): string {
  return marked.parseInline(text, { async: false });
}

function block(text: string): string {
  return marked.parse(text, { async: false }).trim();
}

function titleOf(slug: string, language: Language): string {
  const text = readFileSync(guideFile(language, slug), 'utf8');
  return /^# (.+)$/m.exec(text)![1]!;
}

/** The part of the OpenAPI document that this file reads. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { examples: Record<string, { value: object }> };
}

interface Operation {
  operationId?: string;
  summary?: string;
  responses?: Record<string, { content?: Record<string, { examples?: object }> }>;
}

function operationsWith(code: string, { paths }: Document): ErrorOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => declares(operation, code))
      .map(([method, { operationId, summary }]) => ({
        id: operationId!,
        method: method.toUpperCase(),
        path: path.startsWith('/supply/') ? path : `/v1${path}`,
        title: summary!,
      })),
  );
}

function declares({ responses = {} }: Operation, code: string): boolean {
  return Object.values(responses).some(({ content = {} }) =>
    Object.values(content).some(({ examples = {} }) => code in examples),
  );
}
