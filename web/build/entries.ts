import type {
  Body,
  ErrorCase,
  MenuGroup,
  ReferenceEntry,
  SuccessResponse,
  Text,
  Topic,
} from '../src/reference/entry.ts';
import {
  type Content,
  type Entry,
  entriesOf,
  exampleOf,
  type OpenApi,
  type OpenApiOperation,
  type Parameter,
  resolved,
} from '../src/reference/openapi.ts';
import { fieldsOf, parameterOf, type Say } from './fields.ts';

/** The content of the API reference. */
export interface Reference {
  groups: MenuGroup[];
  entries: ReferenceEntry[];
}

const PLACES = ['path', 'query', 'header'];
const IDEMPOTENCY_HEADER = 'idempotency-key';
const CURSOR = 'cursor';

/**
 * Makes the content of the reference from the English OpenAPI document. `say` translates a text of the document.
 * `meaningOf` returns what an error code means. If `meaningOf` returns nothing, the text of the document is used.
 */
export function referenceOf(
  document: OpenApi,
  say: Say = (english) => english,
  meaningOf: (code: string) => Text | undefined = () => undefined,
): Reference {
  const whole = resolved(document);
  const tagsOf = new Map<string, string[]>();
  const entries = entriesOf(whole).map((entry) => {
    tagsOf.set(entry.operation.operationId, entry.operation.tags ?? []);
    return operationEntry(entry, say);
  });
  for (const [id, { post }] of Object.entries(whole.webhooks ?? {})) {
    tagsOf.set(id, post.tags ?? []);
    entries.push(webhookEntry({ ...post, operationId: id }, say));
  }
  for (const error of entries.flatMap(({ errors }) => errors))
    if (error.code !== null) error.text = meaningOf(error.code) ?? error.text;
  const groups = whole['x-tagGroups'].map((group) => ({
    name: say(group['x-title'] ?? group.name),
    tags: group.tags.map((name) => {
      const tag = whole.tags.find((one) => one.name === name)!;
      return {
        name: say(tag['x-title'] ?? name),
        text: say(tag.description),
        entries: entries.filter(({ id }) => tagsOf.get(id)!.includes(name)).map(menuEntryOf),
      };
    }),
  }));
  return { groups, entries };
}

function menuEntryOf({ id, kind, method, path, summary, sandbox }: ReferenceEntry) {
  return { id, kind, method, path, summary, ...(sandbox && { sandbox }) };
}

function operationEntry({ path, method, operation }: Entry, say: Say): ReferenceEntry {
  const isOpen = operation.security?.length === 0;
  const access = isOpen ? 'open' : path.startsWith('/supply/') ? 'supplier' : 'partner';
  return {
    ...commonOf(operation, say),
    kind: 'operation',
    method,
    path,
    ...(path.includes('/sandbox/') && { sandbox: true }),
    access,
    topics: topicsOf(operation, isOpen),
  };
}

function webhookEntry(operation: OpenApiOperation, say: Say): ReferenceEntry {
  return {
    ...commonOf(operation, say),
    kind: 'webhook',
    method: 'POST',
    path: '',
    access: 'open',
    topics: [],
  };
}

function commonOf(operation: OpenApiOperation, say: Say) {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation;
  return {
    id: operationId,
    summary: say(summary),
    text: say(description),
    parameters: sorted(parameters).map((parameter) => parameterOf(parameter, say)),
    body: requestBody === undefined ? null : bodyOf(requestBody, say),
    responses: successesOf(responses, say),
    errors: errorsOf(responses, say),
  };
}

function sorted(parameters: Parameter[]): Parameter[] {
  return [...parameters].sort((one, other) => PLACES.indexOf(one.in) - PLACES.indexOf(other.in));
}

function topicsOf({ parameters = [], responses }: OpenApiOperation, isOpen: boolean): Topic[] {
  const has = (name: string) => parameters.some((parameter) => parameter.name.toLowerCase() === name);
  return [
    ...(isOpen ? [] : (['authentication'] as const)),
    ...(has(IDEMPOTENCY_HEADER) ? (['idempotency'] as const) : []),
    ...(has(CURSOR) ? (['pagination'] as const) : []),
    ...(isOpen ? [] : (['rate-limits'] as const)),
    ...(Object.keys(responses).some(isRefusal) ? (['errors'] as const) : []),
  ];
}

function bodyOf({ required = false, content }: { required?: boolean; content: Content }, say: Say): Body {
  const json = content['application/json'];
  const example = exampleOf(json);
  return { required, fields: fieldsOf(json.schema, 'body', say), ...(example !== undefined && { example }) };
}

type Responses = OpenApiOperation['responses'];

function isRefusal(status: string): boolean {
  return /^[45]/.test(status);
}

function successesOf(responses: Responses, say: Say): SuccessResponse[] {
  return Object.entries(responses)
    .filter(([status]) => !isRefusal(status))
    .map(([status, { description, content }]) => {
      const json = content?.['application/json'];
      const example = json === undefined ? undefined : exampleOf(json);
      return {
        status,
        text: say(description),
        fields: json === undefined ? [] : fieldsOf(json.schema, `response.${status}`, say),
        ...(example !== undefined && { example }),
      };
    });
}

function errorsOf(responses: Responses, say: Say): ErrorCase[] {
  return Object.entries(responses)
    .filter(([status]) => isRefusal(status))
    .flatMap(([status, { description, content }]): ErrorCase[] => {
      const examples = Object.entries(content?.['application/json'].examples ?? {});
      if (examples.length === 0) return [{ status, code: null, text: say(description) }];
      return examples.map(([code, example]) => ({
        status,
        code,
        text: say(description),
        example: example.value,
      }));
    });
}
