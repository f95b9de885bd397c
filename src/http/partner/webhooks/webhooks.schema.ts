// Schemas of webhooks, their secrets and their test results.

import { type Static, Type } from 'typebox';
import { CLIENT_EVENT_KINDS } from '../../../outgoing/events/client-event.ts';
import { URL_LENGTH_LIMIT } from '../../../outgoing/http-client/url-rules.ts';
import { OVERLAP_HOURS, WEBHOOKS_LIMIT } from '../../../outgoing/webhooks/webhook.ts';
import { IDS, WebhookId } from '../../common/common.schema.ts';
import { errorCodes } from '../../common/document/errors.ts';
import {
  Count,
  Instant,
  itemResponse,
  listResponse,
  Message,
  Nullable,
  withExample,
} from '../../common/wire.ts';

const tags = ['Events'];
const WebhookParams = Type.Object({
  webhookId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the webhook',
    examples: [IDS.webhook],
  }),
});
const EventType = Type.Enum([...CLIENT_EVENT_KINDS], { type: 'string' });

const webhookFields = {
  webhook_id: WebhookId,
  url: Type.String({
    description: 'The address to which events are sent',
    examples: ['https://partner.example.com/hooks/ihc'],
  }),
  events: Type.Array(EventType, { description: 'The types of events that are sent' }),
  created_at: Instant('Time of creation'),
  old_secret_valid_until: Nullable(
    Instant(
      'After a rotation, requests are also signed with the old secret until this time; null if there is no old secret',
    ),
  ),
  pending: Type.Integer({ description: 'Number of events that wait for their first or next attempt' }),
  last_delivered_at: Nullable(Instant('Time of the last success, accurate to the second')),
  last_error: Nullable(
    Type.Object(
      {
        at: Instant('Time of the failure'),
        message: { ...Message, examples: ['no complete response within 5 s'] },
      },
      {
        description:
          'The last failure. A later success does not remove it, so compare its time with the time of the last success.',
      },
    ),
  ),
};
const WebhookView = Type.Object(webhookFields);
export type WebhookView = Static<typeof WebhookView>;

const NewWebhookView = Type.Object({
  ...webhookFields,
  secret: Type.String({
    description:
      'The secret that signs the requests. It is shown only in this response. Store it like a password.',
  }),
});

const EXAMPLE = {
  webhook_id: IDS.webhook,
  url: 'https://partner.example.com/hooks/ihc',
  events: ['booking.confirmed', 'booking.modified', 'booking.cancelled'],
  created_at: '2026-12-15T09:00:00.000Z',
  old_secret_valid_until: null,
  pending: 0,
  last_delivered_at: '2026-12-16T11:20:05.000Z',
  last_error: { at: '2026-12-16T10:02:44.000Z', message: 'no complete response within 5 s' },
};
const NEW_EXAMPLE = { ...EXAMPLE, last_delivered_at: null, last_error: null };
const SECRET = 'whsec_<44 characters>';

export const createWebhookSchema = {
  operationId: 'createWebhook',
  errors: errorCodes('WEBHOOK_EXISTS', 'WEBHOOK_LIMIT_EXCEEDED'),
  tags,
  summary: 'Create a webhook',
  description: `Creates a webhook. From now on, we send events to its address by POST. The body is an event as in \`GET /events\`. The headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` follow Standard Webhooks. Check the signature with \`secret\`. Any response with a 2xx status within 5 seconds is a success. If there is no such response, we send the event again with growing pauses, for up to 72 hours. Redirects are not followed. An event can arrive more than once: recognise it by \`webhook-id\`. A client can have at most ${WEBHOOKS_LIMIT} webhooks, each with a different address.`,
  body: Type.Object(
    {
      url: Type.String({
        minLength: 1,
        maxLength: URL_LENGTH_LIMIT,
        description:
          'A public `https` address without user name, password or fragment. Only a sandbox on your own machine also accepts private addresses, and `http://localhost`.',
        examples: ['https://partner.example.com/hooks/ihc'],
      }),
      events: Type.Optional(
        Type.Array(EventType, {
          minItems: 1,
          maxItems: CLIENT_EVENT_KINDS.length,
          description:
            'The types of events to send. If you choose `booking.checked_in` or `booking.checked_out`, we also send `booking.corrected`.',
          examples: [['booking.confirmed', 'booking.modified', 'booking.cancelled']],
          'x-default-text': 'All types, including types that are added later',
        }),
      ),
    },
    { examples: [{ url: EXAMPLE.url, events: EXAMPLE.events }] },
  ),
  response: withExample(itemResponse(NewWebhookView), {
    success: true,
    data: { ...NEW_EXAMPLE, secret: SECRET },
  }),
};

export const listWebhooksSchema = {
  operationId: 'listWebhooks',
  tags,
  summary: 'List webhooks',
  description: 'Returns all your webhooks, the oldest first. Secrets are not shown.',
  response: withExample(listResponse(WebhookView, Type.Object({ count: Count })), {
    success: true,
    data: [EXAMPLE],
    meta: { count: 1 },
  }),
};

export const getWebhookSchema = {
  operationId: 'getWebhook',
  errors: errorCodes('WEBHOOK_NOT_FOUND'),
  tags,
  summary: 'Get a webhook',
  description:
    'Returns one webhook with the number of waiting events, the last success and the last failure.',
  params: WebhookParams,
  response: withExample(itemResponse(WebhookView), { success: true, data: EXAMPLE }),
};

export const deleteWebhookSchema = {
  operationId: 'deleteWebhook',
  errors: errorCodes('WEBHOOK_NOT_FOUND'),
  tags,
  summary: 'Delete a webhook',
  description:
    'Deletes the webhook and the events that wait to be sent to it. A request that is being sent at this moment may still arrive. `GET /events` still returns all events.',
  params: WebhookParams,
  response: withExample(itemResponse(Type.Object({ webhook_id: WebhookId })), {
    success: true,
    data: { webhook_id: EXAMPLE.webhook_id },
  }),
};

const TestView = Type.Object({
  delivered: Type.Boolean({ description: 'True if your receiver responded with a 2xx status in time' }),
  status: Nullable(
    Type.Integer({
      description: "The HTTP status of your receiver's response; null if there was no response",
    }),
  ),
  duration_ms: Type.Integer({ description: 'How long the request took, in milliseconds' }),
  error: Nullable(Type.String({ description: 'Why the event was not delivered' })),
});
export type TestView = Static<typeof TestView>;

export const testWebhookSchema = {
  operationId: 'testWebhook',
  errors: errorCodes('WEBHOOK_NOT_FOUND', 'WEBHOOK_TEST_RUNNING'),
  tags,
  summary: 'Test a webhook',
  description:
    'Sends an event of type `webhook.test` now, and returns what happened. The event is signed like a real event. It is sent only once, even if it fails. Only one test of a webhook can run at a time.',
  params: WebhookParams,
  body: Type.Object({}, { description: 'No fields are required' }),
  response: withExample(itemResponse(TestView), {
    success: true,
    data: { delivered: true, status: 200, duration_ms: 84, error: null },
  }),
};

export const rotateSecretSchema = {
  operationId: 'rotateWebhookSecret',
  errors: errorCodes('WEBHOOK_NOT_FOUND'),
  tags,
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret. Until the end of the overlap, each request has two signatures, separated by a space: one with the new secret and one with the old secret. If you rotate again during an overlap, the old secret stays valid, and the new secret replaces the one from the last rotation. If `overlapHours` is 0, requests are signed only with the new secret.',
  params: WebhookParams,
  body: Type.Object(
    {
      overlapHours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP_HOURS.most,
          description: 'For how many hours requests are also signed with the old secret',
          examples: [24],
          'x-default': OVERLAP_HOURS.usual,
        }),
      ),
    },
    { description: 'No fields are required' },
  ),
  response: withExample(itemResponse(NewWebhookView), {
    success: true,
    data: { ...EXAMPLE, old_secret_valid_until: '2026-12-17T12:00:00.000Z', secret: SECRET },
  }),
};
