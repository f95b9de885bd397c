// The program `ihc`, with which an operator changes and inspects the service.

import { readConfig, readOperator } from './boot/config.ts';
import { buildProgram } from './cli/program.ts';
import { createTerminal } from './cli/terminal.ts';

const environment = { config: () => readConfig(process.env), who: readOperator(process.env) };
const terminal = createTerminal(process);
process.exitCode = await buildProgram(environment, terminal).run(process.argv.slice(2));
