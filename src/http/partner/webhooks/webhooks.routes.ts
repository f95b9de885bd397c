// Endpoints to create, read, test and delete webhooks, and to replace their secrets.

import type { Sending } from '../../../context.ts';
import { accept } from '../../../kernel/refusal.ts';
import { createWebhook } from '../../../outgoing/webhooks/create-webhook.usecase.ts';
import { deleteWebhook } from '../../../outgoing/webhooks/delete-webhook.usecase.ts';
import { getWebhook } from '../../../outgoing/webhooks/get-webhook.usecase.ts';
import { listWebhooks } from '../../../outgoing/webhooks/list-webhooks.usecase.ts';
import { rotateSecret } from '../../../outgoing/webhooks/rotate-secret.usecase.ts';
import { testWebhook } from '../../../outgoing/webhooks/test-webhook.usecase.ts';
import type { ShownWebhook } from '../../../outgoing/webhooks/webhook.ts';
import { callerOf } from '../../common/gate.ts';
import { type App, sendItem, sendList } from '../../common/wire.ts';
import {
  createWebhookSchema,
  deleteWebhookSchema,
  getWebhookSchema,
  listWebhooksSchema,
  rotateSecretSchema,
  testWebhookSchema,
} from './webhooks.schema.ts';
import { newWebhookView, testView, webhookView } from './webhooks.view.ts';

export function registerWebhookRoutes(app: App, context: Sending): void {
  const shown = (webhook: ShownWebhook) => webhookView(webhook, context.now().getTime());
  const shownOnce = (webhook: ShownWebhook) => newWebhookView(webhook, context.now().getTime());
  app.post('/webhooks', { schema: createWebhookSchema }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return sendItem(request, reply, await createWebhook(context, callerOf(request), request.body), shownOnce);
  });
  app.get('/webhooks', { schema: listWebhooksSchema }, async (request, reply) => {
    return sendList(request, reply, accept(await listWebhooks(context, callerOf(request))), shown);
  });
  app.get('/webhooks/:webhookId', { schema: getWebhookSchema }, async (request, reply) => {
    const { webhookId } = request.params;
    return sendItem(request, reply, await getWebhook(context, callerOf(request), webhookId), shown);
  });
  app.delete('/webhooks/:webhookId', { schema: deleteWebhookSchema }, async (request, reply) => {
    const deleted = await deleteWebhook(context, callerOf(request), request.params.webhookId);
    return sendItem(request, reply, deleted, (id) => ({ webhook_id: id }));
  });
  app.post('/webhooks/:webhookId/test', { schema: testWebhookSchema }, async (request, reply) => {
    const tested = await testWebhook(context, callerOf(request), request.params.webhookId);
    if (tested.ok) request.waitedMilliseconds = tested.value.milliseconds;
    return sendItem(request, reply, tested, testView);
  });
  app.post('/webhooks/:webhookId/rotate-secret', { schema: rotateSecretSchema }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { overlapHours } = request.body;
    const rotated = await rotateSecret(context, callerOf(request), request.params.webhookId, overlapHours);
    return sendItem(request, reply, rotated, shownOnce);
  });
}
