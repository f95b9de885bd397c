// Prevents two requests with the same idempotency key from being decided at the same time.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, FinalResponse } from '../domain/booking/command.ts';
import type { WriteResponse } from '../domain/booking/decided.ts';
import { refuse } from '../kernel/refusal.ts';
import type { Desk } from './desk.ts';
import { recordKey } from './desk-state.ts';

const WAIT_LIMIT_MILLISECONDS = 5_000;

/**
 * Sends requests with the same idempotency key to the desk one after another. A second request waits until the first
 * request has ended. The desk then returns the stored response, or executes the second request if the first request
 * stored no response.
 */
export class QueueOnce {
  private readonly underWay = new Map<string, Promise<unknown>>();
  private readonly desk: Pick<Desk, 'enqueue'>;
  private readonly write: WriteResponse;
  private readonly waitLimit: number;

  constructor(desk: Pick<Desk, 'enqueue'>, write: WriteResponse, waitLimit = WAIT_LIMIT_MILLISECONDS) {
    this.desk = desk;
    this.write = write;
    this.waitLimit = waitLimit;
  }

  /** When this function returns, the command is in the queue, unless a request with the same key is still running. */
  queueOnce(command: Command, arrivedAt: number): Promise<FinalResponse> {
    if (command.idempotency === null) return this.desk.enqueue(command, arrivedAt);
    const scope = recordKey(command.client.id, command.idempotency);
    return this.underWay.has(scope)
      ? this.queueAfter(command, arrivedAt, scope)
      : this.queueNow(command, arrivedAt, scope);
  }

  private queueNow(command: Command, arrivedAt: number, scope: string): Promise<FinalResponse> {
    const response = this.desk.enqueue(command, arrivedAt).finally(() => {
      if (this.underWay.get(scope) === response) this.underWay.delete(scope);
    });
    this.underWay.set(scope, response);
    return response;
  }

  private async queueAfter(command: Command, arrivedAt: number, scope: string): Promise<FinalResponse> {
    const limit = performance.now() + this.waitLimit;
    for (let first = this.underWay.get(scope); first !== undefined; first = this.underWay.get(scope)) {
      const patience = new AbortController();
      const waited = sleep(limit - performance.now(), 'late', { signal: patience.signal }).catch(
        () => 'done',
      );
      const ended = first.then(
        () => 'done',
        () => 'done',
      );
      const outcome = await Promise.race([ended, waited]);
      patience.abort();
      if (outcome === 'late')
        return {
          ...this.write(
            command,
            refuse('IDEMPOTENCY_IN_PROGRESS', 'a request with this Idempotency-Key is still in progress'),
          ),
          undecided: true,
        };
    }
    return this.queueNow(command, arrivedAt, scope);
  }
}
