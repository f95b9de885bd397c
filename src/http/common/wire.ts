// Schemas that many responses share, and the functions that send results as responses.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { JsonWriter, pieceOf } from '../../kernel/json-writer.ts';
import { CURRENCIES } from '../../kernel/money.ts';
import type { Page } from '../../kernel/page.ts';
import { FIELD_PROBLEM_CODES, type Outcome } from '../../kernel/refusal.ts';
import { sendRefusal } from './errors.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const CURSOR = 'eyJhZnRlciI6IkhUTC0yMDI2LTAwMDEifQ';
const JSON_TYPE = 'application/json; charset=utf-8';

export const DateText = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2027-01-15'] });
export const Instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-12-15T09:00:00.000Z'] });
export const Money = (description: string, example = '193200') =>
  Type.String({ description, examples: [example] });
export const CurrencyCode = Type.Enum([...CURRENCIES], {
  type: 'string',
  description: 'ISO 4217 currency code',
  examples: ['IQD'],
});
export const HotelReference = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Hotel id: uuid or public id. Upper and lower case are accepted.',
  examples: ['HTL-2026-0001'],
});

/** The cursor of a list that a caller reads page by page. */
export const PageCursor = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '`next_cursor` of the previous page',
  examples: [CURSOR],
});

/** Writes `type: [type, null]` and not a union, because the serialiser would try each branch of a union. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type } = schema as unknown as { type: string };
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [type, 'null'] });
}

export const Message = Type.String({
  description: 'Human-readable message; it may change',
  examples: ['unknown field colour was ignored'],
});

export const FieldProblemSchema = Type.Object({
  field: Type.String({ description: 'Name of the field', examples: ['colour'] }),
  code: Type.Enum([...FIELD_PROBLEM_CODES], {
    type: 'string',
    description: 'What is wrong with the field',
    examples: ['UNKNOWN_FIELD'],
  }),
  message: Message,
});

export const Warnings = Type.Optional(
  Type.Array(FieldProblemSchema, { description: 'Request fields that were ignored' }),
);

export const Count = Type.Integer({ description: 'Number of items in this response', examples: [1] });

export const Meta = Type.Object({
  count: Count,
  next_cursor: Type.Optional(
    Nullable(
      Type.String({
        description: 'Send it as `cursor` to get the next page; null on the last page',
        examples: [CURSOR],
      }),
    ),
  ),
});

export const ErrorSchema = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false in an error' }),
    error: Type.Object(
      {
        code: Type.String({ description: 'Machine-readable error code' }),
        message: Message,
        doc_url: Type.String({ format: 'uri', description: 'The page that explains this code' }),
        request_id: Type.String({
          description: 'Id of the request, also in the header `X-Request-Id`',
          examples: ['4b1e0c52-6a0f-4d3b-8d1b-7c9f6f0f2a11'],
        }),
        retryable: Type.Boolean({
          description: 'True if the same request may succeed later without changes',
        }),
        details: Type.Optional(
          Type.Unknown({
            description:
              'For invalid input, this is a list of {field, code, message}. For all other errors, this is an object, and its fields depend on the error code.',
          }),
        ),
      },
      { description: 'What went wrong' },
    ),
  },
  { $id: 'Error' },
);

/** The error responses of every operation. */
export const refusals = {
  '4xx': { description: 'The request was refused. See `error.code`.', ...Type.Ref('Error') },
  '5xx': {
    description: 'The service failed or is temporarily unavailable. See `error.code`.',
    ...Type.Ref('Error'),
  },
};

export const Success = Type.Literal(true, { description: 'Always true in a successful response' });
export const RESULT = 'The result';
export const RESULTS = 'The results';

export function itemResponse<Schema extends TSchema>(item: Schema) {
  return responses(
    Type.Object({ success: Success, data: { ...item, description: RESULT }, warnings: Warnings }),
  );
}

export function listResponse<Schema extends TSchema, MetaSchema extends TObject>(
  item: Schema,
  meta: MetaSchema,
) {
  return responses(
    Type.Object({
      success: Success,
      data: Type.Array(item, { description: RESULTS }),
      meta: { ...meta, description: 'Facts about the list' },
      warnings: Warnings,
    }),
  );
}

function responses<Schema extends TSchema>(success: Schema) {
  return { 200: { ...success, description: 'Success' }, ...refusals };
}

/** Adds an example to the 200 response. A test checks that each example matches its schema. */
export function withExample<Responses extends { 200: object }>(
  responses: Responses,
  example: unknown,
): Responses {
  return { ...responses, 200: { ...responses[200], examples: [example] } };
}

/** Sends the response envelope with one item. If the result is a refusal, sends the refusal. */
export function sendItem<Found>(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Found>,
  view: (found: Found) => object,
): FastifyReply {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  return send(request, reply, { data: view(outcome.value) });
}

/** Sends the response envelope with a complete list and its count. If the result is a refusal, sends the refusal. */
export function sendList<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Item[]>,
  view: (item: Item) => object,
): FastifyReply {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  const data = outcome.value.map(view);
  return send(request, reply, { data, meta: { count: data.length } });
}

export function sendPage<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Page<Item>>,
  view: (item: Item) => object,
): FastifyReply {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  const { items, nextCursor } = outcome.value;
  const data = items.map(view);
  return send(request, reply, { data, meta: { count: data.length, next_cursor: nextCursor } });
}

const PAGE_START = pieceOf('{"success":true,"data":[');
const COMMA = pieceOf(',');
const META = pieceOf('],"meta":');
const PAGE_END = pieceOf('}');
/** One writer is enough, because a response is written without a pause. */
const writer = new JsonWriter();

/**
 * Sends a page of items that are written as bytes. When many items contain the same text, this is faster than
 * serialisation with a schema.
 */
export function sendWrittenPage<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Page<Item>>,
  write: (writer: JsonWriter, item: Item) => void,
): FastifyReply {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  const { items, nextCursor } = outcome.value;
  writer.begin();
  writer.piece(PAGE_START);
  items.forEach((item, index) => {
    if (index > 0) writer.piece(COMMA);
    write(writer, item);
  });
  writer.piece(META);
  writer.text(JSON.stringify({ count: items.length, next_cursor: nextCursor }));
  if (request.warnings !== undefined) writer.text(`,"warnings":${JSON.stringify(request.warnings)}`);
  writer.piece(PAGE_END);
  return reply.header('content-type', JSON_TYPE).send(writer.end());
}

/** Sends a response. The arguments `data` and `meta` are already JSON text. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  data: string,
  meta: string | null,
): FastifyReply {
  const rest = meta === null ? '' : `,"meta":${meta}`;
  const warnings = request.warnings === undefined ? '' : `,"warnings":${JSON.stringify(request.warnings)}`;
  // Sends text and not bytes. For text, Node writes the headers and the body to the socket together.
  return reply.header('content-type', JSON_TYPE).send(`{"success":true,"data":${data}${rest}${warnings}}`);
}

function send(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  return reply.send({ success: true, ...body, ...(request.warnings && { warnings: request.warnings }) });
}
