// Adds the caller of a request and the settings of a route to the types of Fastify.

import type { Caller } from '../../domain/partners/authenticate.ts';
import type { FieldProblem, RefusalCode } from '../../kernel/refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** This is a function, because with PORT=0 the address is known only after the service listens. */
    publicUrl: () => string;
  }
  interface FastifyRequest {
    /**
     * The options of the route, which the gate sets. Fastify creates a new object each time `routeOptions` is read, so
     * the gate reads `routeOptions` once.
     */
    route: Pick<FastifyRequest['routeOptions'], 'config' | 'schema' | 'url'>;
    /** The caller, which the gate sets on every authenticated request. */
    caller?: Caller;
    /** Unknown fields that were ignored. The response reports them to the caller. */
    warnings?: FieldProblem[];
    /**
     * How long the request waited for an event because the caller asked for this wait. The log subtracts this time from
     * the duration, because such a request is not slow.
     */
    waitedMilliseconds?: number;
    /** The code of the error response, for the log. */
    errorCode?: string | undefined;
  }
  interface FastifySchema {
    /** The error codes of the route that do not follow from its method, settings or schema: see document/errors.ts. */
    errors?: RefusalCode[];
  }
  interface FastifyContextConfig {
    /** Open routes need no credentials. All other routes need both authentication headers. */
    access?: 'open';
    /** The kind of clients whose keys the route accepts. Default: partners. */
    audience?: 'suppliers';
    /** The part of a supplier's request that contains `hotelId`. Null: the request contains no `hotelId`. */
    hotelIn?: 'query' | 'body' | null;
    /**
     * The window in which a request is counted. Default: the client's window `looks`. Requests without valid
     * credentials are counted in the window of their IP address, even on routes with the value `bookings`.
     */
    allowance?: 'bookings' | 'health' | 'credentials' | 'pages' | 'documents';
    /**
     * True when the responses of the route contain data of guests and must not be cached. Routes with the window
     * `bookings` do not need this setting, because their responses are never cached.
     */
    hasGuests?: true;
    /** True when the successful responses of the route have an entity tag. */
    entityTag?: true;
  }
}
