import { parseArgs } from 'node:util';
import { allCases } from './cases.ts';
import { type Access, CannotExamine, openChannel } from './channel.ts';
import { Exam, NotPassed } from './exam.ts';
import { Relay } from './relay.ts';
import { type Task, textOf } from './tasks.ts';

const USAGE = `npm run certify -- --base URL --client ID --key KEY --supply-client ID --supply-key KEY
  --base                         where the API is, without a path: http://localhost:3000
  --client, --key                the partner of a sandbox hotel: it makes the test bookings
  --supply-client, --supply-key  the hotel system: used to read, and to move a test booking into the past
  --hotel ID                     if the supply key is for more than one hotel
  --minutes N                    how long each step waits for the hotel system; 5 if not given
  --relay HOST:PORT              where the relay listens; 127.0.0.1:4010 if not given
  --help                         shows this text

The program examines a hotel system in the sandbox. Your system must send its requests to the relay, for example to
http://127.0.0.1:4010/supply/v1. The relay passes them on to --base. It loses a response and delays a push, as a bad
connection does. The program uses no request of the rate limit of your system. Exit code: 0 if all cases pass, 1 if
some fail, 2 if the examination is not possible.`;
const POLL_MILLISECONDS = 3000;

interface Arguments {
  base: string;
  partner: Access;
  supplier: Access;
  hotel: string | undefined;
  minutes: number;
  relay: { host: string; port: number };
}

/**
 * Tests a hotel system. Returns the exit code: 0 if all passed, 1 if some failed, 2 if the
 * examination was not possible.
 */
export async function main(
  args: string[],
  print: (line: string) => void,
  onTask: (task: Task) => void = () => {},
): Promise<number> {
  if (args.includes('--help')) {
    print(USAGE);
    return 0;
  }
  let relay: Relay | null = null;
  try {
    const { base, partner, supplier, hotel, minutes, relay: place } = readArguments(args);
    const channel = await openChannel(base, partner, supplier, hotel);
    relay = await Relay.open(base, place.host, place.port);
    const patienceMilliseconds = minutes * 60_000;
    const exam = await Exam.open({
      channel,
      relay,
      patienceMilliseconds,
      pollMilliseconds: Math.min(POLL_MILLISECONDS, patienceMilliseconds / 100),
      ask: (task) => {
        print(`      ${textOf(task)}`);
        onTask(task);
      },
    });
    print(`Certification of ${channel.hotelId} at ${base}. Each step waits up to ${minutes} minutes.`);
    print(`Your system must use ${relay.address}/supply/v1 now.`);
    return await examine(exam, print);
  } catch (failure) {
    if (!(failure instanceof CannotExamine)) throw failure;
    print(failure.message);
    return 2;
  } finally {
    await relay?.close();
  }
}

async function examine(exam: Exam, print: (line: string) => void): Promise<number> {
  const cases = allCases();
  let passed = 0;
  for (const [index, { name, run }] of cases.entries()) {
    print(`${String(index + 1).padStart(4)}  ${name}`);
    try {
      await run(exam);
      passed += 1;
      print('      PASS');
    } catch (failure) {
      if (!(failure instanceof NotPassed)) throw failure;
      print(`      FAIL: ${failure.message}`);
    } finally {
      exam.relay.disarm();
    }
  }
  await exam.close();
  print(`${passed} of ${cases.length} passed`);
  return passed === cases.length ? 0 : 1;
}

function readArguments(args: string[]): Arguments {
  const text = { type: 'string' } as const;
  const options = {
    base: text,
    client: text,
    key: text,
    'supply-client': text,
    'supply-key': text,
    hotel: text,
    minutes: text,
    relay: text,
  };
  const values = parsed(() => parseArgs({ args, options }).values);
  const needed = (name: keyof typeof options): string => {
    const value = values[name];
    if (value === undefined || value === '') throw new CannotExamine(`--${name} is missing\n${USAGE}`);
    return value;
  };
  const minutes = Number(values.minutes ?? '5');
  if (!(minutes > 0 && minutes <= 60))
    throw new CannotExamine(`--minutes is a number above 0, at most 60\n${USAGE}`);
  const base = needed('base').replace(/\/+$/, '');
  if (!URL.canParse(base)) throw new CannotExamine(`--base is not an address: ${base}\n${USAGE}`);
  const [host = '', port = ''] = (values.relay ?? '127.0.0.1:4010').split(':');
  if (host === '' || !/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CannotExamine(`--relay is not HOST:PORT: ${values.relay}\n${USAGE}`);
  return {
    base,
    partner: { clientId: needed('client'), apiKey: needed('key') },
    supplier: { clientId: needed('supply-client'), apiKey: needed('supply-key') },
    hotel: values.hotel,
    minutes,
    relay: { host, port: Number(port) },
  };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (failure) {
    throw new CannotExamine(`${(failure as Error).message}\n${USAGE}`);
  }
}
