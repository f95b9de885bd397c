import { Type } from 'typebox';
import { USUAL_EVENTS } from '../../outgoing/events/read-reservations.usecase.ts';

/** The limit and the waiting time of a request for events. They are the same for partners and hotel systems. */
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
      description: 'Seconds to wait when there is nothing new',
      examples: [20],
      'x-default': 0,
    }),
  ),
};
