import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../../src/http/hotel-page/hotel-api.ts';

/** Imports a file by a computed address, so that tsc does not check that file here. The project `web` checks it. */
const load = (path: string) => import(new URL(`./${path}`, import.meta.url).href);

const connection = { onLine: false };
/** What the device stores. */
const kept = new Map<string, unknown>();
const stored: unknown[] = [];
const stores = {
  kept: {
    put: (value: unknown, key: string) => kept.set(key, value),
    get: (key: string) => kept.get(key),
    clear: () => kept.clear(),
  },
  taps: { add: (tap: unknown) => stored.push(tap), getAll: () => stored },
};
type Ask = (store: unknown) => unknown;
vi.doMock('./store/database.ts', () => ({
  inStore: async (name: keyof typeof stores, _mode: string, ask: Ask) => ask(stores[name]),
}));

/** Requests that the page has sent, and the responses to them. */
let sent: { person: string | undefined; respond: (status: number, body: unknown) => void }[];
let page: Record<'api' | 'session' | 'day' | 'taps', Awaited<ReturnType<typeof load>>>;

beforeAll(async () => {
  vi.stubGlobal('navigator', connection);
  vi.stubGlobal('localStorage', { setItem: () => {}, removeItem: () => {}, getItem: () => null });
  vi.stubGlobal('dispatchEvent', () => true);
  const fetch = (_path: string, { headers }: { headers: Record<string, string> }) =>
    new Promise<Response>((resolve) => {
      const respond = (status: number, body: unknown) => resolve(Response.json(body, { status }));
      sent.push({ person: headers['x-staff-id'], respond });
    });
  vi.stubGlobal('fetch', fetch);
  vi.resetModules();
  page = {
    api: await load('api.ts'),
    session: await load('session.ts'),
    day: await load('store/day.ts'),
    taps: await load('store/taps.ts'),
  };
});
afterAll(() => {
  vi.doUnmock('./store/database.ts');
  vi.unstubAllGlobals();
  vi.resetModules();
});
beforeEach(() => {
  sent = [];
});

const next = async () => {
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  return sent.pop()!;
};
const TAP = {
  ...{ key: 'k1', personId: 'zainab', personName: 'Zainab', bookingId: 'b1', voucherId: 'IHC-2027-7KMQ2X' },
  ...{ action: 'received', revision: 1, madeAt: '2027-01-15T08:00:00.000Z' },
};
const GONE = { success: false, error: { code: 'SIGN_IN_REQUIRED', message: 'sign in first' } };

describe('two people on one phone', () => {
  it('a response to one of them is not given to the page of the other', async () => {
    page.api.setPerson('zainab');
    const asked = page.api.callApi('/bookings/b1');
    page.api.setPerson('ali');
    (await next()).respond(200, { success: true, data: { guest: 'of the hotel of Zainab' } });
    await expect(asked).rejects.toMatchObject({ status: 401 });
  });

  it('a tap of one is never sent by the name of the other, or by none, and is kept', async () => {
    await page.taps.openTaps('zainab');
    await page.taps.addTap(TAP);
    connection.onLine = true;
    // Another person, or nobody, is signed in now. The list of taps still belongs to Zainab.
    for (const now of ['ali', null]) {
      page.api.setPerson(now);
      const sending = page.taps.sendTaps();
      const { person, respond } = await next();
      expect(person).toBe('zainab');
      respond(401, GONE);
      await sending;
      expect(page.taps.taps.get()).toMatchObject([{ key: 'k1' }]);
    }
  });
});

describe('what is stored about guests', () => {
  const session = { person: { id: 'zainab', name: 'Zainab' }, voucher_keys: [] } as unknown as SessionView;
  const day = { now: '2027-01-15T08:00:00.000Z', today: '2027-01-15', event: 1, bookings: [] };
  const open = async () => {
    await page.session.beginSession(session);
    await page.day.openDay('zainab');
    const loading = page.day.loadDay();
    (await next()).respond(200, { success: true, data: day });
    await loading;
    expect([...kept.keys()]).toEqual(['device/session', 'device/reached', 'zainab/day']);
  };

  it('is removed when the service has ended the session', async () => {
    await open();
    const asking = page.session.loadSession();
    (await next()).respond(401, GONE);
    await asking;
    expect([...kept.keys()]).toEqual([]);
    expect(page.session.sessionState.get()).toMatchObject({ status: 'out', ended: session });
  });

  it('stays when a hotspot wants a name and a password', async () => {
    await open();
    const asking = page.session.loadSession();
    (await next()).respond(401, 'sign in to the hotspot');
    await asking;
    expect([...kept.keys()]).toEqual(['device/session', 'device/reached', 'zainab/day']);
    expect(page.session.sessionState.get()).toMatchObject({ status: 'in' });
  });

  it('does not come back after sign-out by something that arrives late', async () => {
    await open();
    const leaving = page.session.signOut();
    (await next()).respond(200, { success: true, data: {} });
    // The event stream stays open until the page notices that the person has signed out.
    page.session.sessionState.subscribe(() => page.day.mergeBooking({ id: 'b1', received: {} }));
    await leaving;
    await new Promise((resolve) => setTimeout(resolve));
    expect([...kept.keys()]).toEqual([]);
  });
});
