import { Type } from 'typebox';
import { USUAL_EVENTS } from '../../outgoing/events/read-reservations.usecase.ts';

/** The fields `limit` and `wait` of a request for events. Partners and hotel systems use the same fields. */
export const eventPage = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description: 'Maximum number of events to return',
      examples: [100],
      'x-default': USUAL_EVENTS,
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 20,
      description: 'For how many seconds the request waits if there is no new event',
      examples: [20],
      'x-default': 0,
    }),
  ),
};
