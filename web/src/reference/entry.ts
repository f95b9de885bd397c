/** A text in the language of the page, or in English if it is not translated yet. */
export type Text = string | { en: string };

/** A field of a request or a response. All its data comes from the OpenAPI document. */
export interface Field {
  name: string;
  /**
   * The path of the field, which is unique on the page: `body.guestName`, `query.limit`,
   * `response.200.data.booking_id`.
   */
  anchor: string;
  type: string;
  required?: true;
  nullable?: true;
  text?: Text;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  /** The default in words, if the default is not a fixed value. */
  defaultText?: Text;
  /** The values that are allowed. */
  values?: unknown[];
  example?: unknown;
  /** Fields of the object, or of each object of the list. */
  fields?: Field[];
}

export interface Body {
  required: boolean;
  fields: Field[];
  example?: unknown;
}

export interface SuccessResponse {
  status: string;
  text: Text;
  fields: Field[];
  example?: unknown;
}

export interface ErrorCase {
  status: string;
  /** Null if the OpenAPI document has no error code for this status. */
  code: string | null;
  text: Text;
  example?: unknown;
}

/** Topics of the overview that concern an operation. */
export type Topic = 'authentication' | 'rate-limits' | 'idempotency' | 'pagination' | 'errors';

export interface MenuEntry {
  id: string;
  /** A webhook is a request that the service sends. */
  kind: 'operation' | 'webhook';
  method: string;
  /** The full path with the names of parameters: `/v1/hotels/{hotelId}`. Empty for a webhook. */
  path: string;
  summary: Text;
  /** True if the operation does not exist in production. */
  sandbox?: true;
}

export interface ReferenceEntry extends MenuEntry {
  text: Text;
  /** The kind of key that the operation needs. */
  access: 'open' | 'partner' | 'supplier';
  topics: Topic[];
  /** Path parameters, then query parameters, then headers. Each anchor begins with `path`, `query` or `header`. */
  parameters: Field[];
  body: Body | null;
  responses: SuccessResponse[];
  errors: ErrorCase[];
}

export interface MenuGroup {
  name: Text;
  tags: { name: Text; text: Text; entries: MenuEntry[] }[];
}
