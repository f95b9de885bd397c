import { Type } from 'typebox';

/** How many events a request gets, and how long it waits for them. The same for partners and hotel systems. */
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
