import { useEffect, useRef, useState } from 'react';
import { createCredentials, useCredentials } from '../api/credentials.ts';
import { type Credentials, credentialsOf } from '../api/keys.ts';
import { send } from '../api/request.ts';
import type { Language } from '../i18n/language.tsx';
import recorded from './recorded-run.json';
import {
  type Booked,
  type DoneStep,
  type RunOutcome,
  runBooking,
  type StepName,
  type Why,
} from './run-booking.ts';
import { loadSheet, type Sheet } from './voucher-sheet.ts';

const DAY_MILLISECONDS = 86_400_000;
const FIRST_NIGHT = 30;
const NIGHTS = 2;

export interface ShownRun {
  /** The day of the recording. Null for a run that the reader has started. */
  recordedOn: string | null;
  steps: Partial<Record<StepName, DoneStep>>;
  running: StepName | null;
  /** Why the run stopped. */
  failure: Why | null;
  booked: Booked | null;
  sheet: Sheet;
  isSheetStale: boolean;
}

const NEXT: Record<StepName, StepName | null> = {
  search: 'priceCheck',
  priceCheck: 'prebook',
  prebook: 'book',
  book: null,
};

/**
 * Returns the run to show: the recorded run until the reader starts a real run. The voucher of the run is in the
 * reader's language.
 */
export function useRun(language: Language): { shown: ShownRun; run: () => Promise<void> } {
  const credentials = useCredentials();
  const [steps, setSteps] = useState<Partial<Record<StepName, DoneStep>>>(recorded.steps);
  const [running, setRunning] = useState<StepName | null>(null);
  const [failure, setFailure] = useState<Why | null>(null);
  const [isOwn, setOwn] = useState(false);
  const [booked, setBooked] = useState<Booked | null>(null);
  const [own, setSheet] = useState<{ of: string; sheet: Sheet } | null>(null);
  const isBusy = useRef(false);
  const key = booked === null ? null : `${booked.voucherId} ${language}`;

  useEffect(() => {
    if (booked === null || key === null) return;
    let isCurrent = true;
    loadSheet(booked.voucherPath, language).then((sheet) => {
      if (isCurrent && sheet !== null) setSheet({ of: key, sheet });
    });
    return () => {
      isCurrent = false;
    };
  }, [booked, language, key]);

  const attempt = (keys: Credentials): Promise<RunOutcome> => {
    const checkIn = Date.now() + FIRST_NIGHT * DAY_MILLISECONDS;
    return runBooking({
      keys,
      send,
      checkIn: dayOf(checkIn),
      checkOut: dayOf(checkIn + NIGHTS * DAY_MILLISECONDS),
      idempotencyKey: crypto.randomUUID(),
      onDone: (step, done) => {
        setSteps((before) => ({ ...before, [step]: done }));
        setRunning(NEXT[step]);
      },
    });
  };

  const run = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning('search');
    setFailure(null);
    setOwn(true);
    setSteps({});
    setBooked(null);
    try {
      const outcome = await runWithKeys(credentials, attempt);
      if ('failed' in outcome) setFailure(outcome.why);
      else setBooked(outcome);
    } catch {
      setFailure('unexpected');
    } finally {
      setRunning(null);
      isBusy.current = false;
    }
  };

  const sheet = own?.sheet ?? (recorded.sheets[language] as Sheet);
  const isSheetStale = isOwn && own?.of !== key;
  const recordedOn = isOwn ? null : recorded.recordedOn;
  return { shown: { recordedOn, steps, running, failure, booked, sheet, isSheetStale }, run };
}

/**
 * Starts a run with the reader's credentials. Creates new credentials first if the reader has none, or if the sandbox
 * has deleted them.
 */
async function runWithKeys(
  known: Credentials | null,
  attempt: (keys: Credentials) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  if (known !== null) {
    const outcome = await attempt(known);
    if (!('failed' in outcome && isForgotten(outcome.why))) return outcome;
  }
  const made = await createCredentials('partner');
  if (made === null) return { failed: 'search', why: 'noResponse' };
  if (made.status !== 200)
    return { failed: 'search', why: { code: made.body?.error?.code ?? String(made.status) } };
  return attempt(credentialsOf(made.body.data));
}

function isForgotten(why: Why): boolean {
  return typeof why === 'object' && why.code === 'INVALID_API_KEY';
}

/** The date in Baghdad, which is three hours ahead of UTC all year. */
function dayOf(instant: number): string {
  return new Date(instant + 3 * 3_600_000).toISOString().slice(0, 10);
}
