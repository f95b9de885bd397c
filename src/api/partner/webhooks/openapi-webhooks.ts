import { Type } from 'typebox';
import { EVENT_KINDS } from '../../../events/event.ts';
import { Instant } from '../../http/wire.ts';
import { EVENT_EXAMPLE, EventView } from '../events/events.schema.ts';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** What we send to webhooks, for the section `webhooks` of the OpenAPI document. */
export function webhookOperations(): Record<string, object> {
  const { id, timestamp, data } = EventView.properties;
  const test = { id, type: Type.Literal('webhook.test'), timestamp: Instant('When it was sent') };
  const { hotel_id } = data.properties;
  return {
    bookingChanged: sent(
      'A booking has changed',
      Type.Object({
        id,
        type: Type.Enum([...EVENT_KINDS], { type: 'string' }),
        timestamp,
        data: Type.Required(data),
      }),
      EVENT_EXAMPLE,
    ),
    hotelUpdated: sent(
      'Content, prices, restrictions or availability of a hotel have changed',
      Type.Object({ id, type: Type.Literal('hotel.updated'), timestamp, data: Type.Object({ hotel_id }) }),
      { ...EVENT_EXAMPLE, type: 'hotel.updated', data: { hotel_id: EVENT_EXAMPLE.data.hotel_id } },
    ),
    test: sent(
      'You have asked for a test',
      Type.Object({ ...test, data: Type.Object({ webhook_id: Type.String({ format: 'uuid' }) }) }),
      {
        ...EVENT_EXAMPLE,
        type: 'webhook.test',
        data: { webhook_id: '6f1c3b8e-55d0-4c39-9d0e-0a9a3c5b7f21' },
      },
    ),
  };
}

function sent(summary: string, schema: object, example: object): object {
  return {
    post: {
      summary,
      description:
        'We send this to your webhooks. Check the signature, store the event, and respond with a 2xx status within 5 seconds.',
      tags: ['Events'],
      security: [],
      parameters: [
        header('webhook-id', 'Id of the event, the same for every attempt', EVENT_EXAMPLE.id),
        header('webhook-timestamp', 'Time of the attempt, in seconds since 1970', '1797325200'),
        header(
          'webhook-signature',
          '`v1,` and the signature in base64. During a rotation two, separated by a space.',
          'v1,<44 characters>',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: { '2XX': { description: 'You have stored the event' } },
    },
  };
}
