import { pino } from 'pino';
import { startService } from '../../src/boot/service.ts';
import type { DeskOptions } from '../../src/desk/desk.ts';
import { bookCommand } from './book-command.ts';
import { eachForItself } from './each-for-itself.ts';
import type { StayBody } from './stay.ts';
import { testConfig, testSecrets } from './test-config.ts';

/**
 * One node of a race, in its own process. When its parent gives the signal, it submits many bookings of the same room
 * at once. The parent also decides which protections against overselling are on.
 */
interface Race {
  databaseUrl: string;
  clientId: string;
  stay: StayBody;
  attempts: number;
  desk: Partial<DeskOptions>;
}

const PAUSE_MILLISECONDS = 20;

function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const race: Race = JSON.parse(process.argv[2]!);
const service = await startService({
  config: testConfig(),
  secrets: testSecrets,
  databaseUrl: race.databaseUrl,
  log: pino({ level: 'silent' }),
  // One desk would decide for both processes: this race is about what protects them without it.
  accessDesk: eachForItself,
  // Adds a pause between the decision and the write, so that the two processes really overlap.
  desk: { ...race.desk, onDecided: () => spin(PAUSE_MILLISECONDS) },
});
console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
const answers = await Promise.all(
  Array.from({ length: race.attempts }, () =>
    service.context.submit(bookCommand(service, { 'x-client-id': race.clientId }, race.stay)),
  ),
);
console.log(JSON.stringify(answers.map((answer) => answer.status)));
await service.close();
process.exit(0);
