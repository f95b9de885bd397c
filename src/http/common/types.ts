// What we add to the types of Fastify: the caller of a request and the settings of a route.

import type { Caller } from '../../domain/partners/authenticate.ts';
import type { FieldProblem, RefusalCode } from '../../kernel/refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A function: with PORT=0 the address is known only after the service listens. */
    publicUrl: () => string;
  }
  interface FastifyRequest {
    /** Set by the gate. Fastify creates a new object each time `routeOptions` is read, so the gate reads it once. */
    route: Pick<FastifyRequest['routeOptions'], 'config' | 'schema' | 'url'>;
    /** Set by the gate on every authenticated request. */
    caller?: Caller;
    /** Ignored fields, reported to the caller in the response. */
    warnings?: FieldProblem[];
    /** How long the request waited for something to happen, because its caller asked for it. No sign of slowness. */
    waitedMilliseconds?: number;
  }
  interface FastifySchema {
    /** Error codes that the route returns besides those that follow from its nature: see document/errors.ts. */
    errors?: RefusalCode[];
  }
  interface FastifyContextConfig {
    /** Open routes need no credentials. All others need both authentication headers. */
    access?: 'open';
    /** Whose keys the route accepts. Default: those of partners. */
    audience?: 'suppliers';
    /** Where a supplier's request names its hotel, as `hotelId`. Null: nowhere. */
    hotelIn?: 'query' | 'body' | null;
    /**
     * The window that a request counts against. Default: the client's window of looks. Without a client, the window of
     * its address, for `bookings` too.
     */
    allowance?: 'bookings' | 'health' | 'credentials' | 'pages' | 'documents';
    /** Responses contain data of guests, so nobody stores them. Those of the window `bookings` always do. */
    hasGuests?: true;
    /** Whether a successful response carries an entity tag. */
    entityTag?: true;
  }
}
