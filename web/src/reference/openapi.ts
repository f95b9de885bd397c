/** The part of OpenAPI that the reference reads. */
export interface Schema {
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
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

export interface Content {
  'application/json': { schema: Schema; example?: unknown };
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

interface Server {
  url: string;
}

/** Operations by method. Paths outside the base address have servers of their own. */
export type PathItem = { servers?: Server[] } & { [method: string]: OpenApiOperation };

export interface OpenApi {
  info: { version: string };
  servers: Server[];
  paths: Record<string, PathItem>;
  tags: { name: string; description: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
}

export interface Entry {
  /** From the root of the service, with the names of parameters: `/v1/hotels/{hotelId}`. */
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

export interface Group {
  name: string;
  tags: { name: string; entries: Entry[] }[];
}

/** The operations as a menu shows them: by audience, then by tag, both in the order of the document. */
export function groupsOf(document: OpenApi): Group[] {
  const entries = entriesOf(document);
  return document['x-tagGroups'].map(({ name, tags }) => ({
    name,
    tags: tags.map((tag) => ({
      name: tag,
      entries: entries.filter(({ operation }) => operation.tags?.includes(tag)),
    })),
  }));
}

/** The example at this place, or else the schema's own. */
export function exampleOf(place: { schema: Schema; example?: unknown }): unknown {
  return place.example ?? place.schema.example ?? place.schema.examples?.[0];
}
