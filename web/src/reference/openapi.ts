/** The part of the OpenAPI document from which the pages are made. Every `$ref` is already replaced. */
export interface Schema {
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  /** The default in words, if the default is not a fixed value. */
  'x-default-text'?: string;
  examples?: unknown[];
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; description?: string; value: unknown }>;
}

export interface Content {
  'application/json': MediaType;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

interface Server {
  url: string;
}

/** Operations by method. `servers` is set for paths outside the base address. */
export type PathItem = { servers?: Server[] } & { [method: string]: OpenApiOperation };

export interface OpenApi {
  info: { version: string };
  servers: Server[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, { post: Omit<OpenApiOperation, 'operationId'> }>;
  tags: { name: string; description: string; 'x-title'?: string }[];
  'x-tagGroups': { name: string; tags: string[]; 'x-title'?: string }[];
}

export interface Entry {
  /** The full path with the names of parameters: `/v1/hotels/{hotelId}`. */
  path: string;
  method: string;
  operation: OpenApiOperation;
}

export function entriesOf(document: OpenApi): Entry[] {
  return Object.entries(document.paths).flatMap(([path, { servers = document.servers, ...methods }]) => {
    const base = new URL(servers[0]!.url).pathname.replace(/\/$/, '');
    return Object.entries(methods).map(([method, operation]) => ({
      path: `${base}${path}`,
      method: method.toUpperCase(),
      operation,
    }));
  });
}

/** Returns the example of a parameter or a body. If there is none, the function returns the example of the schema. */
export function exampleOf(place: { schema: Schema; example?: unknown }): unknown {
  return place.example ?? place.schema.example ?? place.schema.examples?.[0];
}

/**
 * Replaces every `$ref` by the value to which it points. The replacement ends, because no schema in the document
 * contains itself.
 */
export function resolved<Value>(value: Value, document: unknown = value): Value {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...beside } = value as { $ref?: unknown };
  if (typeof reference === 'string') {
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], document);
    return resolved({ ...(found as object), ...beside }, document) as Value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, resolved(inner, document)]),
  ) as Value;
}
