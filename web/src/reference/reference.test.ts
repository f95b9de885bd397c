import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../build/entries.ts';
import { fieldsOf } from '../../build/fields.ts';
import { translatedReference } from '../../build/reference-modules.ts';
import { type CodeLanguage, codeLanguageOf, tokensOf } from '../parts/highlight.ts';
import { anchorOf } from './anchors.ts';
import { bodyOf, firstDraft, requestOf } from './draft.ts';
import type { Field } from './entry.ts';
import { movedExample, movedRequest } from './example-values.ts';
import { factsOf } from './facts.ts';
import type { Schema } from './openapi.ts';
import { referenceEn } from './words/en.ts';

const say = (english: string) => english;
const fieldOf = (schema: Schema) => fieldsOf({ properties: { one: schema } }, 'body', say)[0]!;
const keys = { clientId: 'me', apiKey: 'secret' };
const reader = { now: Date.parse('2026-11-17T03:00:00Z'), hotel: null, remembered: {} };
const { entries: all } = translatedReference('en');
const entryOf = (id: string) => all.find((entry) => entry.id === id)!;

describe('a field of the reference', () => {
  it('may be null in both ways of OpenAPI', () => {
    const text = { name: 'one', anchor: 'body.one', type: 'string', nullable: true };
    expect(fieldOf({ type: ['string', 'null'] })).toEqual(text);
    expect(fieldOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqual(text);
    expect(fieldOf({ type: ['string', 'null'], enum: ['a', null] })).toEqual({ ...text, values: ['a'] });
  });

  it('shows the fields of a list of objects, and the values of a list of words', () => {
    const list = fieldOf({
      type: 'array',
      maxItems: 3,
      items: { type: 'object', properties: { two: { type: 'integer' } } },
    });
    expect(list.type).toBe('object[]');
    expect(list.fields).toEqual([{ name: 'two', anchor: 'body.one.two', type: 'integer' }]);
    const words = fieldOf({ type: 'array', items: { type: 'string', enum: ['a', 'b'] } });
    expect([words.type, words.values]).toEqual(['string[]', ['a', 'b']]);
  });

  it('has the fields of all alternatives, and requires what all of them require', () => {
    const { fields, type } = fieldOf({
      oneOf: [
        {
          type: 'object',
          required: ['a', 'b'],
          properties: { a: { type: 'string' }, b: { type: 'string' } },
        },
        { type: 'object', required: ['a'], properties: { a: { type: 'string' }, c: { type: 'string' } } },
      ],
    });
    expect(type).toBe('object');
    expect(fields!.map(({ name, required }) => [name, required])).toEqual([
      ['a', true],
      ['b', undefined],
      ['c', undefined],
    ]);
  });

  it.each<[Partial<Field>, string[]]>([
    [{ minimum: 1, maximum: 20 }, ['range: 1 – 20']],
    [{ minimum: 0 }, ['range: at least 0']],
    [{ maximum: 10_000 }, ['range: at most 10,000']],
    [{ minLength: 2, maxLength: 120 }, ['length: 2 – 120 characters']],
    [{ minLength: 0, maxLength: 5 }, ['length: at most 5 characters']],
    [{ minItems: 7, maxItems: 7 }, ['items: 7']],
    [{ format: 'uuid', default: 2 }, ['format: UUID', 'default: 2']],
    [{ defaultText: 'All hotels' }, ['default: All hotels']],
    [{ pattern: '^x$' }, ['pattern: ^x$']],
    [{ values: ['a', 'b'], example: 'a' }, ['values: a,b']],
    [{ example: '2027-01-15' }, ['example: 2026-12-17']],
  ])('says %j', (bounds, facts) => {
    const field = { name: 'one', anchor: 'body.one', type: 'string', ...bounds };
    const said = factsOf(field, referenceEn, reader.now);
    expect(said.map(({ name, words, text, codes }) => `${name}: ${words ?? text ?? codes}`)).toEqual(facts);
  });

  it('knows the patterns of the document in words', () => {
    const { fields } = entryOf('createBooking').body!;
    const facts = ['guestName', 'expectedTotal'].map((name) =>
      factsOf(fields.find((field) => field.name === name)!, referenceEn, reader.now).find(
        (fact) => fact.name === 'pattern',
      ),
    );
    expect(facts.map((fact) => fact!.words)).toEqual([
      referenceEn.patterns.letter,
      referenceEn.patterns.amount,
    ]);
  });
});

describe('a text of the reference', () => {
  it('without a translation is marked as English', () => {
    const document = {
      info: { version: '1' },
      servers: [{ url: 'http://localhost/v1' }],
      paths: {
        '/one': {
          get: { operationId: 'one', summary: 'One', description: 'Two', tags: ['T'], responses: {} },
        },
      },
      tags: [{ name: 'T', description: 'One' }],
      'x-tagGroups': [{ name: 'G', tags: ['T'] }],
    };
    const texts: Record<string, string> = { One: 'واحد' };
    const { entries } = referenceOf(document as never, (english) => texts[english] ?? { en: english });
    expect([entries[0]!.summary, entries[0]!.text]).toEqual(['واحد', { en: 'Two' }]);
  });
});

describe('an anchor', () => {
  it.each([
    ['body.guestName', 'body.guestName'],
    ['guestName', 'body.guestName'],
    ['booking_id', 'response.200.data.booking_id'],
    ['nothing', null],
    ['', null],
  ])('%j is found as %j', (hash, anchor) => {
    expect(anchorOf(entryOf('createBooking'), hash)).toBe(anchor);
  });
});

describe('an example', () => {
  it('moves all its dates by the same number of days, and nothing else', () => {
    const example = {
      day: '2027-01-15',
      next: ['2027-01-16', 'from 2027-01-15.'],
      at: '2026-12-15T09:00:00.000Z',
      ids: ['HTL-2026-0001', '2027-01-10-000123', '9d0e-2027-01-15', 7, null],
    };
    expect(movedExample(example, reader.now)).toEqual({
      day: '2026-12-17',
      next: ['2026-12-18', 'from 2026-12-17.'],
      at: '2026-11-16T09:00:00.000Z',
      ids: ['HTL-2026-0001', '2027-01-10-000123', '9d0e-2027-01-15', 7, null],
    });
  });

  it('begins the day at midnight in Baghdad', () => {
    expect(movedExample('2027-01-15', Date.parse('2026-11-17T20:59:59Z'))).toBe('2026-12-17');
    expect(movedExample('2027-01-15', Date.parse('2026-11-17T21:00:00Z'))).toBe('2026-12-18');
  });

  it('of a request is made now', () => {
    expect(movedRequest({ sentAt: '2027-01-10T08:30:00Z', from: '2027-01-15' }, reader.now)).toEqual({
      sentAt: '2026-11-17T03:00:00Z',
      from: '2026-12-17',
    });
  });
});

describe('a request that the reader edits', () => {
  const entry = entryOf('modifyBooking');
  const draft = firstDraft(entry, { ...reader, remembered: { bookingId: 'a b/c' } });

  it('has remembered values, headers only if they are filled in, and the edited body', () => {
    expect(requestOf(entry, draft, keys)!.path).toBe('/v1/bookings/a%20b%2Fc/modify');
    const edited = { values: { ...draft.values, 'header.idempotency-key': 'k1' }, body: '{"adults":1}' };
    expect(requestOf(entry, edited, keys)).toEqual({
      method: 'POST',
      path: '/v1/bookings/a%20b%2Fc/modify',
      headers: {
        'X-Client-Id': 'me',
        'X-Api-Key': 'secret',
        'Content-Type': 'application/json',
        'Idempotency-Key': 'k1',
      },
      body: { adults: 1 },
    });
  });

  it('keeps the name of a parameter that has no value yet', () => {
    expect(requestOf(entry, { ...draft, values: {} }, keys)!.path).toBe('/v1/bookings/{bookingId}/modify');
  });

  it.each(['{', '[]', 'null', '1', ''])('is none with the body %j', (body) => {
    expect(bodyOf(body)).toBeUndefined();
    expect(requestOf(entry, { ...draft, body }, keys)).toBeNull();
  });
});

describe('the colours of code', () => {
  const kinds = (code: string, language: CodeLanguage) =>
    tokensOf(code, language)
      .filter(({ kind }) => kind !== null)
      .map(({ kind, text }) => `${kind} ${text}`);

  it.each<[CodeLanguage, string, string[]]>([
    ['json', '{"a": ["b\\"", -1.5, true]}', ['key "a"', 'string "b\\""', 'number -1.5', 'keyword true']],
    [
      'bash',
      "curl -s 'it'\\''s' # note",
      ['keyword curl', 'name -s', "string 'it'", "string \\'", "string 's'", 'comment # note'],
    ],
    ['ts', 'const a = f("x"); // y', ['keyword const', 'name f', 'string "x"', 'comment // y']],
    ['python', 'print({"a": None}) # y', ['name print', 'key "a"', 'keyword None', 'comment # y']],
    ['php', "<?php $a = ['b' => 1];", ['keyword <?php', 'name $a', "key 'b'", 'number 1']],
    ['http', 'HTTP/1.1 200 OK\nRetry-After: 5', ['keyword HTTP/1.1', 'number 200', 'key Retry-After']],
  ])('%s: %s', (language, code, expected) => {
    expect(kinds(code, language)).toEqual(expected);
  });

  it.each([
    ['sh', 'bash'],
    ['TypeScript', 'ts'],
    ['PHP', 'php'],
    ['text', undefined],
    ['constructor', undefined],
  ])('of %s are those of %s', (name, language) => {
    expect(codeLanguageOf(name)).toBe(language);
  });

  it('change no letter, also of code that is cut off', () => {
    const whole = 'const a = "b\nif (x) { /* y\n\'z $q #w {"k": 1.5e3';
    for (const language of ['json', 'bash', 'ts', 'python', 'php', 'http'] as const)
      for (let length = 0; length <= whole.length; length += 1) {
        const code = whole.slice(0, length);
        expect(
          tokensOf(code, language)
            .map(({ text }) => text)
            .join(''),
        ).toBe(code);
      }
  });
});
