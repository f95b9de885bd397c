import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiFile, renderOpenApi } from '../../scripts/openapi-document.ts';
import { readVersion } from '../../src/boot/version.ts';
import { startTestService, type TestService } from '../support/service.ts';

// The validator that Fastify uses, for JSON Schema 2020-12, which OpenAPI 3.1 schemas are.
const { default: Ajv } = createRequire(import.meta.resolve('fastify'))('ajv/dist/2020');
const { default: addFormats } = createRequire(import.meta.resolve('fastify'))('ajv-formats');

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  responses: Record<string, { content?: Record<string, Content>; headers?: Record<string, unknown> }>;
  requestBody?: { content: Record<string, Content> };
  security?: unknown[];
  tags: string[];
}

interface Nested {
  type?: string;
  maxItems?: number;
  items?: Nested;
  properties?: Record<string, Nested>;
}

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

let service: TestService;
// biome-ignore lint/suspicious/noExplicitAny: the document is read without types, as its readers read it.
let document: any;
let operations: [string, Operation][];
beforeAll(async () => {
  service = await startTestService();
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
    expect(document.info.version).toBe(readVersion());
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

  it('has the operations of hotel systems with their own address, in a group of their own', () => {
    expect(document.servers).toEqual([{ url: `${service.context.config.publicUrl}/v1` }]);
    const groups: { name: string; tags: string[] }[] = document['x-tagGroups'];
    const groupOf = (tag: string) => groups.filter(({ tags }) => tags.includes(tag)).map(({ name }) => name);
    for (const { name, description } of document.tags) {
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
        ? unlimited(requestBody.content['application/json']!.schema as Nested, name)
        : [],
    );
    expect(found).toEqual([]);
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
