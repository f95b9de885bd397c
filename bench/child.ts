import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The flags of `npm start`. Every server under test runs with these flags, and so do the baselines. */
const FLAGS = ['--max-semi-space-size=32', '--enable-source-maps'];
const HERE = resolve(fileURLToPath(import.meta.url), '..');
const END_LIMIT_MILLISECONDS = 30_000;

type Handler = (input: never) => unknown;

/** A separate process that handles one message at a time. */
export interface Child {
  processId: number;
  ask: <Result>(kind: string, input?: unknown) => Promise<Result>;
  end: () => Promise<void>;
}

/** Starts a file of this folder as a child process. When this process ends, for any reason, the child ends too. */
export function startChild(file: string): Child {
  const child = fork(resolve(HERE, file.replace(/\.ts$/, '.js')), {
    execArgv: FLAGS,
    serialization: 'advanced',
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const ask = <Result>(kind: string, input?: unknown) =>
    new Promise<Result>((done, fail) => {
      const onExit = (code: number | null) =>
        fail(new Error(`${file} ended (${code}) while asked to ${kind}`));
      child.once('exit', onExit);
      child.once('message', (reply: { result?: Result; fault?: string }) => {
        child.off('exit', onExit);
        if (reply.fault === undefined) done(reply.result as Result);
        else fail(new Error(`${file}, asked to ${kind}: ${reply.fault}`));
      });
      child.send({ kind, input });
    });
  const end = async () => {
    if (child.connected) child.disconnect();
    const tooLong = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MILLISECONDS);
    await ended;
    clearTimeout(tooLong);
  };
  return { processId: child.pid!, ask, end };
}

/**
 * Called in the child process. Runs the handler for each message from the parent, and `beforeEnd` before the process
 * ends.
 */
export function respondToParent(handlers: Record<string, Handler>, beforeEnd: () => unknown = () => {}) {
  process.on('message', async ({ kind, input }: { kind: string; input: never }) => {
    try {
      process.send!({ result: await handlers[kind]!(input) });
    } catch (error) {
      process.send!({ fault: (error as Error).stack });
    }
  });
  process.once('disconnect', async () => {
    await beforeEnd();
    process.exit(0);
  });
}
