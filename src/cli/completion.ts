// `ihc completion`: prints a script for the shell.

import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type Shell } from './completion-script.ts';
import type { Terminal } from './terminal.ts';

export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a script that completes commands and options with the Tab key')
    .addArgument(new Argument('<shell>', 'the shell that you use').choices(SHELLS))
    .addHelpText(
      'after',
      `
The shell completes the word ihc. If you run the command with npx, define an alias: alias ihc='npx ihc'

bash, for this shell:        source <(ihc completion bash)
bash, for every new shell:   ihc completion bash > ~/.local/share/bash-completion/completions/ihc
zsh, for this shell:         source <(ihc completion zsh)      (after compinit)
zsh, for every new shell:    ihc completion zsh > ~/.zsh/_ihc  (with fpath+=(~/.zsh) before compinit)

Print it again after an update: it contains the commands of this version.`,
    )
    .action((shell: Shell) => terminal.print(completionScript(program, shell)));
}
