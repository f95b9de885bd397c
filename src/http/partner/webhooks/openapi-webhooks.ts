// Describes the requests that we send to the webhooks of partners.

import { Type } from 'typebox';
import { EVENT_KINDS } from '../../../domain/booking/events/event.ts';
import { IDS, WebhookId } from '../../common/common.schema.ts';
import { Instant } from '../../common/wire.ts';
import { BookingAfter, EVENT_EXAMPLE, EventView } from '../events/events.schema.ts';

const ABOUT = 'What the event is about';
const kind = (name: string) => Type.Literal(name, { description: 'Type of the event' });

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** Returns the requests that we send to webhooks, for the section `webhooks` of the OpenAPI document. */
export function webhookOperations(): Record<string, object> {
  const { id, timestamp, data } = EventView.properties;
  const test = { id, type: kind('webhook.test'), timestamp: Instant('Time of the test') };
  const { hotel_id, before } = data.properties;
  return {
    bookingChanged: sent(
      'A booking has changed',
      Type.Object({
        id,
        type: Type.Enum([...EVENT_KINDS], {
          type: 'string',
          description: 'What has changed',
          examples: ['booking.confirmed'],
        }),
        timestamp,
        data: Type.Object({ hotel_id, booking: BookingAfter, before }, { description: ABOUT }),
      }),
      EVENT_EXAMPLE,
    ),
    hotelUpdated: sent(
      'Content, prices, restrictions or availability of a hotel have changed',
      Type.Object({
        id,
        type: kind('hotel.updated'),
        timestamp,
        data: Type.Object({ hotel_id }, { description: ABOUT }),
      }),
      { ...EVENT_EXAMPLE, type: 'hotel.updated', data: { hotel_id: EVENT_EXAMPLE.data.hotel_id } },
    ),
    test: sent(
      'You have requested a test',
      Type.Object({ ...test, data: Type.Object({ webhook_id: WebhookId }, { description: ABOUT }) }),
      {
        ...EVENT_EXAMPLE,
        type: 'webhook.test',
        data: { webhook_id: IDS.webhook },
      },
    ),
  };
}

function sent(summary: string, schema: object, example: object): object {
  return {
    post: {
      summary,
      description:
        'We send this request to your webhooks. Check the signature, store the event, and respond with a 2xx status within 5 seconds.',
      tags: ['Events'],
      security: [],
      parameters: [
        header('webhook-id', 'Id of the event, the same for every attempt', EVENT_EXAMPLE.id),
        header('webhook-timestamp', 'Time of the attempt, in seconds since 1970', '1797325200'),
        header(
          'webhook-signature',
          '`v1,` and the signature in base64. During a rotation there are two signatures in this form, separated by a space.',
          'v1,<44 characters>',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: { '2XX': { description: 'You have stored the event' } },
    },
  };
}
