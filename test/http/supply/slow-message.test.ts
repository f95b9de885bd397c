import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushesOf } from '../../support/ari.ts';
import { type CutProxy, startCutProxy } from '../../support/cut-proxy.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const DAYS = 500;
const PLANS = ['DBL', 'TRP', 'FAM', 'STE'].flatMap((roomType) =>
  ['BB', 'HB', 'RO'].map((ratePlan) => ({ roomType, ratePlan })),
);

let desk: TestService;
let node: TestService;
let link: CutProxy;
beforeAll(async () => {
  desk = await startTestService();
  const { pool } = desk.context;
  const { rows } = await pool.query('select address from desk');
  link = await startCutProxy({ host: '127.0.0.1', port: Number(new URL(`tls://${rows[0].address}`).port) });
  await pool.query('update desk set address = $1', [`127.0.0.1:${link.port}`]);
  node = await startTestService({ databaseUrl: desk.databaseUrl });
  expect([desk.context.desk.isDesk, node.context.desk.isReachable]).toEqual([true, true]);
});
afterAll(async () => {
  await node.close();
  link.close();
  await desk.end();
});

it('a large message that takes long gets its response after its last part, also if the link to the desk was lost', async () => {
  const { pool } = desk.context;
  // Every part writes marks, and this trigger slows each write down. The whole message takes twice the limit of other commands.
  await pool.query(`create function take_long() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.4); return null; end $$`);
  await pool.query(
    'create trigger slow before insert on offer_marks for each statement execute function take_long()',
  );
  const progress = async () => {
    const { rows } = await pool.query('select parts_done, is_complete from supply_messages');
    return rows[0] ?? { parts_done: 0, is_complete: false };
  };
  const { push } = await pushesOf(desk);
  await node.context.feed.catchUp();
  const updates = PLANS.map((plan) => ({ ...plan, from: 0, to: DAYS - 1, set: { ctd: true } }));
  const response = push(updates, {}, node).then(async (one) => ({ ...one, ...(await progress()) }));
  await until(async () => (await progress()).parts_done >= 1);
  link.cut();
  await until(() => !node.context.desk.isReachable);
  link.heal();
  const { status, body, is_complete, parts_done } = await response;
  expect([status, body.data?.status ?? body.error.code]).toEqual([200, 'APPLIED']);
  expect(is_complete).toBe(true);
  expect(parts_done).toBeGreaterThanOrEqual((PLANS.length * DAYS) / 250);
});
