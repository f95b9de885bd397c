import type { Credentials } from '../../api/keys.ts';
import { send } from '../../api/request.ts';
import { buildRequest } from '../build-request.ts';
import type { Operation } from '../operation.ts';
import { pendingCall } from './session.ts';
import { currentSession, dispatch } from './store.ts';

const controllers = new Map<number, AbortController>();

/** Sends the form of an operation, unless a request of the same operation is still in progress. */
export async function sendOperation(operation: Operation, credentials: Credentials | null): Promise<void> {
  const session = currentSession();
  if (pendingCall(session, operation.id) !== undefined) return;
  const request = buildRequest(operation, session.values, credentials);
  const id = newId();
  const controller = new AbortController();
  controllers.set(id, controller);
  const call = { id, operation: operation.id, request, at: Date.now() };
  dispatch({ kind: 'sent', call: { ...call, outcome: 'pending', response: null } });
  const response = await send(request, controller.signal);
  controllers.delete(id);
  dispatch({ kind: 'responded', id, response, isCancelled: controller.signal.aborted });
}

let lastId = 0;

/** An id that is greater than all earlier ids, including ids from before a reload. */
function newId(): number {
  lastId = Math.max(Date.now(), lastId + 1);
  return lastId;
}

/** Stops waiting for a response. The service may still execute the request. */
export function cancelCall(id: number): void {
  controllers.get(id)?.abort();
}
