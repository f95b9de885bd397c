import type { FieldProblem } from '../../kernel/refusal.ts';
import type { Caller } from '../../partners/authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate on every authenticated request. */
    caller?: Caller;
    /** Fields that were ignored, told to the caller beside the answer. */
    warnings?: FieldProblem[];
  }
  interface FastifyContextConfig {
    /** Without it a route demands both authentication headers. */
    access?: 'open';
    /** Which allowance a request counts against; without it the caller's own. */
    allowance?: 'health' | 'credentials' | 'pages';
    /** Whether a successful answer carries an entity tag. */
    entityTag?: true;
  }
}
