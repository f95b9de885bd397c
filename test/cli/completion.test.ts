import { spawnSync } from 'node:child_process';
import { Argument, Command, Option } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { completionScript, SHELLS, type Shell } from '../../src/cli/completion-script.ts';
import { hasProgram } from '../support/has-program.ts';
import { ihc } from '../support/ihc.ts';

/** A small program with everything that a command can have. */
function sample(): Command {
  const program = new Command('ihc').option('--as <name>', 'who does this').version('1.0.0');
  const contract = program.command('contract').description("contracts: who may sell which hotel's rooms");
  contract
    .command('set')
    .description('set one: or change it')
    .argument('<partner>')
    .addArgument(new Argument('<right>').choices(['view', 'book']))
    .addOption(new Option('-c, --collects <who>', 'who collects').choices(['hotel', 'partner']))
    .option('--set', 'a switch with the name of a command');
  contract.command('list').description('list them');
  return program;
}

/** What each shell offers for the last word. The scripts are loaded as a user loads them. */
const COMPLETE: Record<Shell, (script: string, words: string[]) => string[]> = {
  bash: (script, words) => {
    const test = `source <(cat); COMP_WORDS=(ihc "$@"); COMP_CWORD=$#; _ihc; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--norc', '-c', test, 'bash', ...words], script);
  },
  // The functions of the completion system need a terminal. These take their place and print what they are given.
  zsh: (script, words) => {
    const test = `compdef() {}; compset() { current=\${current#*=} }; _files() { print FILES }
      compadd() { shift; show "$@" }
      _describe() { show "\${(@P)@[-1]}" }
      show() { local one; for one in "$@"; do [[ $one == "$current"* ]] && print -r -- "\${one%%:*}"; done }
      source <(cat); words=(ihc "$@"); CURRENT=$(($# + 1)); _ihc`;
    return run('zsh', ['-f', '-c', test, 'zsh', ...words], script);
  },
};

function run(program: string, parameters: string[], input: string): string[] {
  const { status, stdout, stderr } = spawnSync(program, parameters, { input, encoding: 'utf8' });
  if (stderr !== '') throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '' && line !== 'FILES');
}

describe.each(SHELLS)('in %s', (shell) => {
  const check = it.skipIf(!hasProgram(shell));
  let ihcScript: string;
  beforeAll(async () => {
    const printed = await ihc({}, 'completion', shell);
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    ihcScript = printed.stdout;
  });
  const offered = (...words: string[]) => COMPLETE[shell](completionScript(sample(), shell), words);

  check('completes the commands of ihc', () => {
    const complete = (...words: string[]) => COMPLETE[shell](ihcScript, words);
    expect(complete('')).toEqual(expect.arrayContaining(['migrate', 'partner', 'status', 'verify', 'audit']));
    expect(complete('ver')).toEqual(['verify']);
    expect(complete('partner', 's')).toEqual(['show', 'suspend']);
    expect(complete('--as', 'partner', 'part')).toEqual(['partner']);
    expect(complete('audit', '--s')).toEqual(['--subject', '--since']);
    expect(complete('audit', '--who', 'huda', '--j')).toEqual(['--json']);
    expect(complete('completion', '')).toEqual(['bash', 'zsh']);
    expect(complete('help', 'mig')).toEqual(['migrate']);
  });

  check('completes subcommands and arguments by position', () => {
    expect(offered('contract', '')).toEqual(['set', 'list', 'help']);
    expect(offered('contract', 'set', '')).toEqual([]);
    expect(offered('contract', 'set', 'acme', '')).toEqual(['view', 'book']);
    expect(offered('contract', 'set', 'list', 'b')).toEqual(['book']);
    expect(offered('contract', 'set', 'acme', 'book', '')).toEqual([]);
  });

  check('completes options, also those of the program', () => {
    expect(offered('contract', 'set', '-')).toEqual(['-c', '--collects', '--set', '-h', '--help', '--as']);
    expect(offered('--v')).toEqual(['--version']);
    expect(offered('contract', 'list', '--v')).toEqual([]);
  });

  check('completes values of options, and does not take them for arguments', () => {
    expect(offered('contract', 'set', '--collects', '')).toEqual(['hotel', 'partner']);
    expect(offered('contract', 'set', '-c', 'h')).toEqual(['hotel']);
    expect(offered('contract', 'set', '--collects', 'hotel', 'acme', '')).toEqual(['view', 'book']);
    expect(offered('contract', 'set', '--set', 'acme', '')).toEqual(['view', 'book']);
    expect(offered('--as', 'contract', 'con')).toEqual(['contract']);
    // bash gives --collects=h as three words.
    const joined = shell === 'bash' ? ['--collects', '=', 'p'] : ['--collects=p'];
    expect(offered('contract', 'set', ...joined)).toEqual(['partner']);
  });
});

it('the help says how to install it, and another shell is refused', async () => {
  expect((await ihc({}, 'completion', '--help')).stdout).toContain('source <(ihc completion bash)');
  const { code, stderr } = await ihc({}, 'completion', 'fish');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^ihc: .*Allowed choices are bash, zsh\.\n$/);
});
