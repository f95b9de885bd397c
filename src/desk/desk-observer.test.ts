import { describe, expect, it } from 'vitest';
import type { Command } from '../domain/booking/command.ts';
import { outcomeOf } from './desk-observer.ts';
import { faultResponse, unknownResponse } from './run-batch.ts';

const command = { kind: 'sweep', idempotency: null } as Command;
const write = (_command: Command, outcome: { ok: boolean; code?: string }) => ({
  status: outcome.code === 'INTERNAL_ERROR' ? 500 : 503,
  body: '',
  replayed: false,
});

describe('the outcome of a command', () => {
  it.each([
    [{ status: 200, body: '', replayed: false }, 'ok'],
    [{ status: 200, body: '', replayed: true }, 'replayed'],
    [{ status: 409, body: '', replayed: true }, 'replayed'],
    [{ status: 404, body: '', replayed: false }, 'refused'],
    [{ status: 422, body: '', replayed: false }, 'refused'],
    [{ status: 503, body: '', replayed: false, undecided: true as const }, 'unavailable'],
    [faultResponse(write, command), 'fault'],
    [unknownResponse(write, command), 'unknown'],
  ])('%j is %s', (response, outcome) => {
    expect(outcomeOf(response)).toBe(outcome);
  });
});
