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

export interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
}

export interface Entry {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

export function entriesOf(document: OpenApi): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** The example at this place, or else the schema's own. */
export function exampleOf(place: { schema: Schema; example?: unknown }): unknown {
  return place.example ?? place.schema.example ?? place.schema.examples?.[0];
}
