import { describe, expect, it } from 'vitest';
import type { BookCommand, ReceptionCommand } from '../../domain/booking/command.ts';
import { ofSent, toSent } from './sent-command.ts';

const report = { kind: 'reception', step: 'CHECK_IN', requestId: 'r' } as ReceptionCommand;
const booking = { kind: 'book', requestId: 'r' } as BookCommand;

describe('a command on a link', () => {
  it('has the name that release 1.6.0 knows', () => {
    expect(toSent(report)).toEqual({ ...report, kind: 'stay' });
    expect(toSent(booking)).toBe(booking);
  });

  it('arrives as it was sent', () => {
    expect(ofSent(toSent(report))).toEqual(report);
    expect(ofSent(toSent(booking))).toBe(booking);
  });
});
