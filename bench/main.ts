import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchBookings, type Row } from './bookings.ts';
import { machine, prepareBench } from './support.ts';

/** `npm run bench` measures everything, `npm run bench -- --quick` gives a first impression. */
const quick = process.argv.includes('--quick');
const RESULTS = resolve(fileURLToPath(import.meta.url), '../results');
const [seconds, rounds] = quick ? [2, 1] : [5, 3];

console.log(machine());
console.log('preparing 200 hotels, 800 room types, 292,000 nights …');
const bench = await prepareBench({
  hotels: 200,
  roomTypesPerHotel: 4,
  ratePlansPerRoomType: 3,
  days: 365,
  allotment: 32_000,
});
const service = await bench.start();
await service.app.listen({ port: 0, host: '127.0.0.1' });
const rows = await benchBookings(bench, service, seconds, rounds);
await service.close();
await bench.end();

const report = render(rows);
console.log(`\n${report}`);
if (!quick) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(resolve(RESULTS, 'latest.md'), report);
  writeFileSync(
    resolve(RESULTS, 'latest.json'),
    `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`,
  );
}

function render(all: Row[]): string {
  const line = (row: Row) =>
    `| ${row.work} | ${row.baseline} ${Math.round(row.baselinePerSecond)}/s, p99 ${row.baselineP99.toFixed(1)} ms ` +
    `| ${Math.round(row.perSecond)}/s, p99 ${row.p99.toFixed(1)} ms | **${row.ratio.toFixed(1)}×**, p99 ${(row.p99 / row.baselineP99).toFixed(2)} ` +
    `| ${row.atLeast} | ${row.reached ? 'yes' : 'no'} |`;
  return [
    '# Benchmark',
    '',
    `\`npm run bench\` on ${machine()}; the load generator shares the two cores.`,
    `Median of ${rounds} interleaved rounds of ${seconds} s.`,
    '',
    '| Work, through HTTP | Against | Measured | Ratio | At least | Reached |',
    '|---|---|---|---|---|---|',
    ...all.map(line),
    '',
  ].join('\n');
}
