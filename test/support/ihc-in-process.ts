import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/boot/config.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { testConfig, testSecrets } from './test-config.ts';

export interface CommandResult {
  code: number;
  /** Standard output, and its parsed JSON if the command has the option --json. */
  out: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what a program reads.
  data: any;
  /** Standard error: one line per problem, questions included. */
  said: string[];
}

export type Ihc = (...parameters: string[]) => Promise<CommandResult>;

/**
 * Returns the command `ihc` for a database. The command receives `response` to each of its questions, and null means no
 * response.
 */
export function ihcOn(
  databaseUrl: string,
  changes: Partial<Config> = {},
  response: string | null = null,
  progress: (done: number, total: number) => void = () => {},
): Ihc {
  const config = testConfig({
    environment: 'production',
    databaseUrl,
    dataDirectory: join(tmpdir(), `ihc-operator-${process.pid}`),
    ...testSecrets,
    ...changes,
  });
  return async (...parameters) => {
    const out: string[] = [];
    const said: string[] = [];
    const program = buildProgram(
      { config: () => config, who: 'tester' },
      {
        print: (text) => out.push(text),
        say: (line) => said.push(line),
        remind: () => {},
        ask: async (question) => {
          said.push(question);
          return response;
        },
        progress,
      },
    );
    const code = await program.run(parameters);
    const text = out.join('\n');
    return { code, out: text, data: parameters.includes('--json') ? JSON.parse(text) : null, said };
  };
}
