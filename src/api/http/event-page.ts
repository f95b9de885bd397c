import { Type } from 'typebox';

/** The limit and the waiting time of a request for events. Partners and hotel systems have the same. */
export const eventPage = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description: 'Maximum number of events to return. Default: 100.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 20,
      description: 'Seconds to wait when there is nothing new. Default: 0.',
    }),
  ),
};
