import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES, statusOf } from '../../src/http/common/errors.ts';
import { catalogueIn, sectionsIn } from '../../web/build/errors.ts';
import { LANGUAGES } from '../../web/build/reference.ts';
import { PAGES } from '../../web/src/addresses.ts';
import { GUIDE_ORDER } from '../../web/src/docs/guide-order.ts';
import { findCode, matching } from '../../web/src/errors/catalogue.ts';

const english = catalogueIn('en');

/** The places in `details` of a body: `nights[].date`. */
function placesIn(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [place];
  return Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, place === '' ? name : `${place}.${name}`),
  );
}

const items = (html: string) => [...html.matchAll(/<li>/g)].length;

describe.each(LANGUAGES)('the error catalogue in %s', (language) => {
  const catalogue = catalogueIn(language);

  it('has a page for every code, with its status', () => {
    expect(catalogue.map(({ code, status }) => [code, status])).toEqual(
      REFUSAL_CODES.map((code) => [code, statusOf(code)]),
    );
    expect([...sectionsIn(language).keys()].sort()).toEqual([...REFUSAL_CODES].sort());
  });

  it.each(catalogue)('$code says what it means, why it comes and what to do', (page) => {
    const same = findCode(english, page.code)!;
    expect(page.language).toBe(language);
    expect(page.meaningText.length).toBeGreaterThan(10);
    expect(page.meaningText).not.toContain('\n');
    expect(items(page.causes)).toBeGreaterThan(0);
    expect(items(page.steps)).toBeGreaterThan(0);
    // A translation has the same parts.
    const shape = ({ more, causes, steps }: typeof page) => [more !== '', items(causes), items(steps)];
    expect(shape(page)).toEqual(shape(same));
    expect(page.details.map(({ name }) => name)).toEqual(same.details.map(({ name }) => name));
  });

  it('describes every field of the details that an example has', () => {
    for (const { code, example, details } of catalogue) {
      const { error } = JSON.parse(example);
      expect(error.code).toBe(code);
      const shown = error.details === undefined ? [] : [...new Set(placesIn(error.details))];
      const described = details.map(({ name }) => name);
      expect(described, code).toEqual(expect.arrayContaining(shown));
      expect(details.length > 0, code).toBe(error.details !== undefined);
    }
  });

  it('links only to pages that exist', () => {
    const pages = [...PAGES, ...GUIDE_ORDER.map((slug) => `/guides/${slug}`)];
    for (const { code, more, causes, steps, guides } of catalogue) {
      for (const [, href] of `${more}${causes}${steps}`.matchAll(/href="([^"]*)"/g))
        expect(pages, code).toContain(href);
      for (const { title } of guides) expect(title, code).toBeTruthy();
    }
  });
});

describe('a code', () => {
  it('names the operations that return it, as the OpenAPI document does', () => {
    const operationsOf = (code: string) => findCode(english, code)!.operations;
    expect(operationsOf('PRICE_CHANGED')).toEqual([
      { id: 'createBooking', method: 'POST', path: '/v1/bookings', title: expect.any(String) },
    ]);
    expect(operationsOf('BOOKING_STATE_CONFLICT').map(({ path }) => path)).toContain(
      '/supply/v1/reservations/{bookingId}/check-in',
    );
    expect(operationsOf('ROUTE_NOT_FOUND')).toEqual([]);
  });

  it('is found in any case, and with hyphens', () => {
    for (const asked of ['PRICE_CHANGED', 'price_changed', 'Price-Changed'])
      expect(findCode(english, asked)?.code).toBe('PRICE_CHANGED');
    expect(findCode(english, 'PRICE_CHANGE')).toBeUndefined();
    expect(findCode(english, '')).toBeUndefined();
  });

  it('is found by a part of its name, by its status and by its meaning', () => {
    const codes = (filter: string) => matching(english, filter).map(({ code }) => code);
    expect(codes('')).toEqual(REFUSAL_CODES);
    expect(codes('price changed')).toEqual(['PRICE_CHANGED']);
    expect(codes('429')).toEqual(['RATE_LIMIT_EXCEEDED']);
    expect(codes('plan longer sells')).toEqual(['RATE_PLAN_NOT_FOUND']);
    expect(codes('nothing like this')).toEqual([]);
    const arabic = catalogueIn('ar');
    expect(matching(arabic, 'السِّعر').length).toBeGreaterThan(0);
    // As other keyboards write them: with ه for ة, and with an Arabic ك in Kurdish.
    expect(findCode(matching(arabic, 'خطه السعر'), 'RATE_PLAN_NOT_FOUND')).toBeDefined();
    expect(findCode(matching(catalogueIn('ckb'), 'كليله‌كه'), 'WRONG_KEY_KIND')).toBeDefined();
  });
});
