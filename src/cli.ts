import { readConfig, readOperator } from './boot/config.ts';
import { buildProgram } from './operator/program.ts';
import { createTerminal } from './operator/terminal.ts';

/** `npx ihc …`: the operator's command. */
const environment = { config: () => readConfig(process.env), who: readOperator(process.env) };
const terminal = createTerminal(process);
process.exitCode = await buildProgram(environment, terminal).run(process.argv.slice(2));
