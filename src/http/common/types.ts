// What we add to the types of Fastify: the caller of a request and the settings of a route.

import type { Caller } from '../../domain/partners/authenticate.ts';
import type { FieldProblem, RefusalCode } from '../../kernel/refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A function, because with PORT=0 the address is known only after the service listens. */
    publicUrl: () => string;
  }
  interface FastifyRequest {
    /** Set by the gate. Fastify creates a new object each time `routeOptions` is read, so the gate reads it once. */
    route: Pick<FastifyRequest['routeOptions'], 'config' | 'schema' | 'url'>;
    /** Set by the gate on every authenticated request. */
    caller?: Caller;
    /** Ignored fields, reported to the caller in the response. */
    warnings?: FieldProblem[];
    /**
     * How long the request waited for an event, because its caller asked to wait. This time does not mean that the
     * service is slow.
     */
    waitedMilliseconds?: number;
  }
  interface FastifySchema {
    /** Error codes of the route that do not follow from its method, settings or schema: see document/errors.ts. */
    errors?: RefusalCode[];
  }
  interface FastifyContextConfig {
    /** Open routes need no credentials. All others need both authentication headers. */
    access?: 'open';
    /** Whose keys the route accepts. Default: the keys of partners. */
    audience?: 'suppliers';
    /** Where a supplier's request names its hotel, as `hotelId`. Null: nowhere. */
    hotelIn?: 'query' | 'body' | null;
    /**
     * The window that a request counts against. Default: the client's window `looks`. Requests without a client count
     * in the window of their address, even on routes of `bookings`.
     */
    allowance?: 'bookings' | 'health' | 'credentials' | 'pages' | 'documents';
    /**
     * Responses contain data of guests, so they must not be cached. The same holds for all routes of the window
     * `bookings`.
     */
    hasGuests?: true;
    /** Whether a successful response carries an entity tag. */
    entityTag?: true;
  }
}
