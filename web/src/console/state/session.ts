import type { Credentials } from '../../api/keys.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { firstValues, hotelValues, type Values } from '../fields.ts';
import type { OperationId, Step } from '../operation.ts';

// biome-ignore lint/suspicious/noExplicitAny: the console shows any response of the service as it is.
export type Data = any;

/**
 * The outcome of a request. `none`: the service could not be reached. `cancelled`: the reader has stopped waiting.
 * `interrupted`: the page was closed or loaded again.
 */
export type CallOutcome = 'pending' | 'response' | 'none' | 'cancelled' | 'interrupted';

/** One request of this session. */
export interface Call {
  id: number;
  operation: OperationId;
  request: ApiRequest;
  /** Milliseconds since 1970. */
  at: number;
  outcome: CallOutcome;
  response: ApiResponse | null;
}

/** The state of the console. Each response fills in what the next form needs. */
export interface Session {
  /** The client that the session belongs to. Other credentials start a new session. */
  clientId: string | null;
  values: Values;
  /** The values that a link or the reader filled in before the reader had credentials. */
  given: Partial<Values>;
  hotels: Data[];
  roomTypes: Data[];
  ratePlans: Data[];
  quote: Data | null;
  lock: Data | null;
  booking: Data | null;
  /** For each operation: the last request that is no longer pending. */
  responses: Partial<Record<OperationId, Call>>;
  /** The next step of the path. */
  step: Step;
  /** The oldest request is first. */
  history: Call[];
  /** Whether the page of the private hotel is shown. If the value is null, the page opens at the booking step. */
  hotelPane: boolean | null;
}

export function firstSession(credentials: Credentials | null): Session {
  return {
    clientId: credentials?.clientId ?? null,
    values: { ...firstValues(), ...(credentials?.hotel !== undefined && hotelValues()) },
    given: {},
    hotels: [],
    roomTypes: [],
    ratePlans: [],
    quote: null,
    lock: null,
    booking: null,
    responses: {},
    step: 'search',
    history: [],
    hotelPane: null,
  };
}

/** Returns the pending request of an operation. */
export function pendingCall(session: Session, operation: OperationId): Call | undefined {
  return session.history.find((call) => call.operation === operation && call.outcome === 'pending');
}

/** The data of the last response of an operation, if it succeeded. */
export function dataOf(session: Session, operation: OperationId): Data | undefined {
  const response = session.responses[operation]?.response;
  return response?.status === 200 ? response.body?.data : undefined;
}
