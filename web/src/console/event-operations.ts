import type { Operation } from './operation.ts';

/** The operations with which a partner learns about changes. */
export const EVENT_OPERATIONS: Operation[] = [
  {
    id: 'listEvents',
    method: 'GET',
    path: '/api/v1/events',
    query: ['eventCursor', 'limit', 'wait'],
    optional: ['eventCursor', 'limit', 'wait'],
    group: 'events',
  },
  {
    id: 'createWebhook',
    method: 'POST',
    path: '/api/v1/webhooks',
    body: ['url', 'events'],
    optional: ['events'],
    group: 'events',
    next: 'testWebhook',
  },
  { id: 'listWebhooks', method: 'GET', path: '/api/v1/webhooks', group: 'events' },
  {
    id: 'getWebhook',
    method: 'GET',
    path: '/api/v1/webhooks/{webhookId}',
    query: ['webhookId'],
    group: 'events',
  },
  {
    id: 'testWebhook',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/test',
    body: ['webhookId'],
    group: 'events',
    next: 'getWebhook',
  },
  {
    id: 'rotateSecret',
    reference: 'rotateWebhookSecret',
    method: 'POST',
    path: '/api/v1/webhooks/{webhookId}/rotate-secret',
    body: ['webhookId', 'overlapHours'],
    optional: ['overlapHours'],
    group: 'events',
    next: 'testWebhook',
  },
  {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/api/v1/webhooks/{webhookId}',
    query: ['webhookId'],
    group: 'events',
  },
];
