import type pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { buildProgram } from '../../src/operator/program.ts';
import type { Terminal } from '../../src/operator/terminal.ts';
import { createTestDatabase } from './database.ts';
import { testConfig, testSecrets } from './test-config.ts';

/** What a command printed, and how it ended. */
export interface Ran {
  code: number;
  out: string;
  /** The lines of standard error. */
  said: string[];
}

export interface OperatedDatabase {
  url: string;
  pool: pg.Pool;
  /** Runs `ihc` with these parameters. */
  ihc: (...parameters: string[]) => Promise<Ran>;
  /** What `--json` prints. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read it from outside, as a program does.
  json: (...parameters: string[]) => Promise<any>;
  end: () => Promise<void>;
}

export interface IhcOptions {
  /** What somebody answers to a question. Null: nobody is there. */
  answer?: string | null;
  onProgress?: (done: number, total: number) => void;
}

/** An empty production database with the current schema, and the command of the operator on it. */
export async function createOperatedDatabase(options: IhcOptions = {}): Promise<OperatedDatabase> {
  const database = await createTestDatabase('empty');
  const pool = createPool({ url: database.url, size: 2, onError: () => {} });
  await migrate(pool);
  const ihc = (...parameters: string[]) => runIhc(database.url, parameters, options);
  return {
    url: database.url,
    pool,
    ihc,
    json: async (...parameters) => JSON.parse((await ihc('--json', ...parameters)).out),
    end: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

export async function runIhc(url: string, parameters: string[], options: IhcOptions = {}): Promise<Ran> {
  const printed: string[] = [];
  const said: string[] = [];
  const terminal: Terminal = {
    print: (text) => printed.push(text),
    say: (line) => said.push(line),
    ask: async (question) => {
      said.push(question);
      return options.answer ?? null;
    },
    progress: (done, total) => options.onProgress?.(done, total),
  };
  const config = testConfig({ environment: 'production', databaseUrl: url, ...testSecrets });
  const environment = { config: () => config, who: 'layla@office' };
  const code = await buildProgram(environment, terminal).run(parameters);
  return { code, out: printed.join('\n'), said };
}
