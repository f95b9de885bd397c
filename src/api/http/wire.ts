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
import { CURRENCIES } from '../../kernel/money.ts';
import type { Page } from '../../kernel/page.ts';
import { FIELD_PROBLEM_CODES, type Outcome } from '../../kernel/refusal.ts';
import { bytesOf, joinWritten, type WrittenJson, writeJson } from '../../kernel/written-json.ts';
import { sendRefusal } from './errors.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export const DateText = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2027-01-15'] });
export const Instant = (description: string) => Type.String({ format: 'date-time', description });
export const Money = (description: string) =>
  Type.String({
    description: `${description}. Decimal text: IQD without decimals, USD with two.`,
    examples: ['172500'],
  });
export const CurrencyCode = Type.Enum([...CURRENCIES], {
  type: 'string',
  description: 'Currency of the amounts beside it',
});
export const HotelReference = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A hotel by its uuid or its public id',
  examples: ['HTL-2026-0001'],
});

/** A union with null would make the serialiser try each branch; a type list does not. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type } = schema as unknown as { type: string };
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [type, 'null'] });
}

const FieldProblemSchema = Type.Object({
  field: Type.String(),
  code: Type.Enum([...FIELD_PROBLEM_CODES], { type: 'string' }),
  message: Type.String(),
});

const Warnings = Type.Optional(
  Type.Array(FieldProblemSchema, { description: 'Fields of the request that were ignored' }),
);

export const Meta = Type.Object({
  count: Type.Integer({ description: 'How many items this answer holds' }),
  next_cursor: Type.Optional(
    Nullable(Type.String({ description: 'Where the next page begins; null on the last page' })),
  ),
});

export const ErrorSchema = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.String({ description: 'Machine-readable code' }),
      message: Type.String({ description: 'Human-readable text' }),
      request_id: Type.String(),
      retryable: Type.Boolean({ description: 'Whether the same request may succeed later, unchanged' }),
      details: Type.Optional(
        Type.Unknown({
          description: 'A list of {field, code, message} for bad input; an object for a refused booking',
        }),
      ),
    }),
  },
  { $id: 'Error' },
);

/** What every operation may answer instead of success. */
export const refusals = {
  '4xx': { description: 'A refusal: the code says which', ...Type.Ref('Error') },
  '5xx': { description: 'A fault of the service, or a moment of unavailability', ...Type.Ref('Error') },
};

export function itemAnswer<Schema extends TSchema>(item: Schema) {
  return answers(Type.Object({ success: Type.Literal(true), data: item, warnings: Warnings }));
}

export function listAnswer<Schema extends TSchema, MetaSchema extends TObject>(
  item: Schema,
  meta: MetaSchema,
) {
  return answers(
    Type.Object({ success: Type.Literal(true), data: Type.Array(item), meta, warnings: Warnings }),
  );
}

function answers<Schema extends TSchema>(success: Schema) {
  return { 200: { ...success, description: 'Success' }, ...refusals };
}

/** Puts an example on the successful answer. A test checks that each example fits its own schema. */
export function withExample<Answers extends { 200: object }>(answers: Answers, example: unknown): Answers {
  return { ...answers, 200: { ...answers[200], examples: [example] } };
}

/** One thing that a use case returned, in the envelope; or its refusal. */
export function sendItem<Found>(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Found>,
  view: (found: Found) => object,
): FastifyReply {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  return send(request, reply, { data: view(outcome.value) });
}

/** A whole list with its count. */
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

/** A page whose items serialise themselves: faster than a schema where many items hold the same text. */
export function sendWrittenPage<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Page<Item>>,
  write: (item: Item) => WrittenJson,
): FastifyReply {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  const { items, nextCursor } = outcome.value;
  return sendWritten(request, reply, items, write, { next_cursor: nextCursor });
}

/** A list whose items serialise themselves, with its count and whatever else the route adds to `meta`. */
export function sendWritten<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  items: Item[],
  write: (item: Item) => WrittenJson,
  about: object,
): FastifyReply {
  const meta = writeJson({ count: items.length, ...about });
  const warnings = request.warnings === undefined ? '' : `,"warnings":${writeJson(request.warnings)}`;
  // Not joined: that would copy every item once before the whole response is copied into its bytes.
  let data = '';
  for (const item of items) data += data === '' ? write(item) : `,${write(item)}`;
  const response = joinWritten(`{"success":true,"data":[${data}],"meta":${meta}${warnings}}`);
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytesOf(response));
}

function send(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  return reply.send({ success: true, ...body, ...(request.warnings && { warnings: request.warnings }) });
}
