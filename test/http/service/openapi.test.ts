import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiFile, renderOpenApi } from '../../../scripts/openapi-document.ts';
import { readVersion } from '../../../src/boot/version.ts';
import { USUAL_BOOKINGS } from '../../../src/domain/booking/list-bookings.usecase.ts';
import { REFUSAL_CODES, statusOf } from '../../../src/http/common/errors.ts';
import type { RefusalCode } from '../../../src/kernel/refusal.ts';
import { watchErrors } from '../../support/declared-errors.ts';
import { sharedService, type TestService } from '../../support/service.ts';

// The validator that Fastify uses, for JSON Schema 2020-12, which OpenAPI 3.1 schemas are.
const { default: Ajv } = createRequire(import.meta.resolve('fastify'))('ajv/dist/2020');
const { default: addFormats } = createRequire(import.meta.resolve('fastify'))('ajv-formats');

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  responses: Record<string, { content?: Record<string, Content>; headers?: Record<string, unknown> }>;
  parameters?: { name: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, Content> };
  security?: unknown[];
  tags: string[];
}

interface Nested {
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  maxItems?: number;
  items?: Nested;
  properties?: Record<string, Nested>;
}

interface Content {
  schema: Nested;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

let service: TestService;
// biome-ignore lint/suspicious/noExplicitAny: the document is read without types, as its readers read it.
let document: any;
let operations: [string, Operation][];
beforeAll(async () => {
  service = await sharedService();
  document = (await service.app.inject({ url: '/v1/openapi.json' })).json();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );
});
afterAll(() => service.end());

describe('the OpenAPI document', () => {
  it('has the version of package.json, is OpenAPI 3.1 and describes each operation once', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    // The version of the API is not that of the service.
    expect(document.info.version).toBe('1.0.0');
    expect(document.info['x-release']).toBe(readVersion());
    const ids = operations.map(([, operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'get /health',
        'get /hotels',
        'get /hotels/{hotelId}',
        'get /room-types',
        'get /rates',
        'get /availability',
        'get /cancellation-policies',
      ]),
    );
  });

  it('describes every field, and has an example of every field and parameter of a request', () => {
    const missing: string[] = [];
    const visit = (schema: Nested, where: string, isRequest: boolean): void => {
      if (schema.items !== undefined) visit(schema.items, `${where}[]`, isRequest);
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const place = `${where}.${name}`;
        if (!field.description) missing.push(`${place} has no description`);
        const isLeaf = [field.type].flat().every((type) => type !== 'object' && type !== 'array');
        if (isRequest && isLeaf && field.examples === undefined) missing.push(`${place} has no example`);
        visit(field, place, isRequest);
      }
    };
    for (const [name, { parameters = [], requestBody, responses }] of operations) {
      for (const { name: parameter, description, example } of parameters)
        if (!description || example === undefined) missing.push(`${name}: ${parameter}`);
      const body = requestBody?.content['application/json'];
      if (body !== undefined) visit(body.schema, name, true);
      for (const { content } of Object.values(responses))
        if (content !== undefined) visit(content['application/json']!.schema, name, false);
    }
    for (const [name, { post }] of Object.entries<{ post: Operation }>(document.webhooks))
      visit(post.requestBody!.content['application/json']!.schema, name, false);
    for (const [name, schema] of Object.entries<Nested>(document.components.schemas))
      visit(schema, name, false);
    expect(missing).toEqual([]);
  });

  it('describes what webhooks get, with examples that fit', () => {
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    const sent = Object.entries<{ post: Operation }>(document.webhooks);
    expect(sent.map(([name]) => name)).toEqual(['bookingChanged', 'hotelUpdated', 'test']);
    for (const [name, { post }] of sent) {
      const { schema, example } = post.requestBody!.content['application/json']!;
      const validate = ajv.compile({ ...schema, components: document.components });
      expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it('gives every operation a summary, a description and an example that fits its schema', () => {
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    for (const [name, operation] of operations) {
      expect(operation.summary, name).toBeTruthy();
      expect(operation.description, name).toBeTruthy();
      const content = operation.responses['200']?.content?.['application/json'];
      const examples = Object.values(content?.examples ?? {}).map((entry) => entry.value);
      if (content?.example !== undefined) examples.push(content.example);
      expect(examples.length, `${name} has no example`).toBeGreaterThan(0);
      const validate = ajv.compile({ ...content!.schema, components: document.components });
      for (const example of examples)
        expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it('has an example of every error code', () => {
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    const validate = ajv.compile({ $ref: '#/components/schemas/Error', components: document.components });
    const examples = Object.entries<{ value: { error: { code: string } } }>(document.components.examples);
    expect(examples.map(([code]) => code)).toEqual(expect.arrayContaining(REFUSAL_CODES));
    for (const [code, { value }] of examples) {
      expect(validate(value), `${code}: ${JSON.stringify(validate.errors)}`).toBe(true);
      expect(value.error.code).toBe(code);
    }
  });

  it('shows a default apart from the description, and only where the service assumes a fixed value', () => {
    const { properties: search } =
      document.paths['/search'].post.requestBody.content['application/json'].schema;
    expect([search.roomsCount.default, search.adults.default, search.children.default]).toEqual([1, 2, 0]);
    // A client that filled in these values would overwrite those of its hold.
    const { properties: book } =
      document.paths['/bookings'].post.requestBody.content['application/json'].schema;
    expect(book.roomsCount.default).toBeUndefined();
    expect(book.roomsCount['x-default-text']).toBeTruthy();
    const { parameters } = document.paths['/bookings'].get;
    const limit = parameters.find(({ name }: { name: string }) => name === 'limit');
    expect(limit.schema.default).toBe(USUAL_BOOKINGS);
    expect(JSON.stringify(document)).not.toContain('"x-default":');
  });

  it('has the operations of hotel systems with their own address, in a group of their own', () => {
    expect(document.servers).toEqual([{ url: `${service.context.config.publicUrl}/v1` }]);
    const groups: { name: string; tags: string[] }[] = document['x-tagGroups'];
    const groupOf = (tag: string) => groups.filter(({ tags }) => tags.includes(tag)).map(({ name }) => name);
    for (const { name, description, 'x-title': title } of document.tags) {
      expect(title, name).toBeTruthy();
      expect(description, name).toBeTruthy();
      expect(groupOf(name), name).toHaveLength(1);
    }
    for (const [name, { tags }] of operations) {
      const isSupply = name.includes(' /supply/v1/');
      expect(tags, name).toHaveLength(1);
      expect(groupOf(tags[0]!), name).toEqual([isSupply ? 'Hotel systems' : 'Partners']);
      const { servers } = document.paths[name.split(' ')[1]!];
      expect(servers, name).toEqual(isSupply ? [{ url: service.context.config.publicUrl }] : undefined);
    }
  });

  it('limits every list in the bodies of hotel systems', () => {
    const unlimited = (schema: Nested, where: string): string[] => [
      ...(schema.type === 'array' && schema.maxItems === undefined ? [where] : []),
      ...(schema.items === undefined ? [] : unlimited(schema.items, `${where}[]`)),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
        unlimited(inner, `${where}.${name}`),
      ),
    ];
    const found = operations.flatMap(([name, { requestBody }]) =>
      name.includes(' /supply/v1/') && requestBody !== undefined
        ? unlimited(requestBody.content['application/json']!.schema, name)
        : [],
    );
    expect(found).toEqual([]);
  });

  it('has one response per error status of an operation, with an example of each code', () => {
    for (const [name, { responses }] of operations)
      for (const [status, { content }] of Object.entries(responses)) {
        expect(status, name).toMatch(/^(200|400|401|403|404|409|410|413|415|422|429|500|503)$/);
        if (status === '200') continue;
        const codes = Object.keys(content!['application/json']!.examples!);
        expect(
          codes.map((code) => statusOf(code as RefusalCode)),
          name,
        ).toEqual(codes.map(() => Number(status)));
        for (const code of codes) expect(document.components.examples[code], code).toBeTruthy();
      }
  });

  it('control: an error that its operation does not declare is found', async () => {
    const notFound = { content: { 'application/json': { examples: { HOTEL_NOT_FOUND: {} } } } };
    const errors = watchErrors(service.app, {
      paths: { '/hotels/{hotelId}': { get: { responses: { 404: notFound } } } },
    });
    await service.call('GET', '/v1/hotels/unknown');
    expect([...errors.found]).toEqual([]);
    await service.call('GET', '/v1/hotels/unknown', { headers: { 'x-api-key': 'wrong' } });
    await fetch(`${await service.app.listen({ port: 0 })}/api/v1/hotels/other`);
    expect([...errors.found]).toEqual([
      'GET /v1/hotels/unknown: 401 INVALID_API_KEY',
      'GET /v1/hotels/other: 401 INVALID_API_KEY',
    ]);
  });

  it('describes the rate limit headers that responses have', async () => {
    const { headers } = await service.call('GET', '/v1/hotels');
    const sent = Object.keys(headers).filter((name) => name.startsWith('ratelimit'));
    for (const [name, { responses }] of operations)
      for (const [status, response] of Object.entries(responses)) {
        const described = Object.keys(response.headers ?? {}).map((one) => one.toLowerCase());
        const isRefusal = !status.startsWith('2');
        expect(described.sort(), name).toEqual([...sent, ...(isRefusal ? ['retry-after'] : [])].sort());
        for (const header of Object.keys(response.headers ?? {}))
          expect(document.components.headers[header].description, header).toBeTruthy();
      }
  });

  it('is the committed openapi.json: run `npm run openapi` after a change', async () => {
    expect(readFileSync(openApiFile, 'utf8')).toBe(renderOpenApi(service.app));
  });
});
