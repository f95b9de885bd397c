// Writes the scripts with which bash and zsh complete a command.

import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** One command of the tree. */
interface Place {
  /**
   * The names of the parent commands and of this command, such as `partner create`. For the program itself, this text
   * is empty.
   */
  path: string;
  /**
   * For each argument, by position, the words that the shell can suggest. The list is empty for a file name or free
   * text.
   */
  next: Candidate[][];
  options: ShellOption[];
}

interface Candidate {
  name: string;
  description: string;
}

interface ShellOption {
  names: string[];
  description: string;
  takesValue: boolean;
  choices: readonly string[];
}

/**
 * Returns a completion script. The script contains all commands and options, so the shell completes without starting
 * `ihc`.
 */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, '', []);
  return shell === 'bash' ? bashScript(program.name(), places) : zshScript(program.name(), places);
}

function placesOf(command: Command, path: string, inherited: ShellOption[]): Place[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command).map(shellOption);
  const children = help.visibleCommands(command);
  const commands = children.map((child) => ({ name: child.name(), description: child.description() }));
  const place: Place = {
    path,
    next: commands.length > 0 ? [commands] : command.registeredArguments.map((one) => named(one.argChoices)),
    options: [...own, ...inherited],
  };
  // A subcommand does not inherit `--version` and `--help`. Only the program has a version, and each command has its
  // own help text.
  const passedOn = [...inherited, ...own.filter(({ names }) => !/^--(version|help)$/.test(names.at(-1)!))];
  const below = (child: Command) => (path === '' ? child.name() : `${path} ${child.name()}`);
  return [
    place,
    ...children.flatMap((child) =>
      // Commander adds the command `help` itself. The argument of `help` is another command.
      child.name() === 'help'
        ? [{ path: below(child), next: [commands.filter(({ name }) => name !== 'help')], options: [] }]
        : placesOf(child, below(child), passedOn),
    ),
  ];
}

function shellOption(option: Option): ShellOption {
  return {
    names: [option.short, option.long].filter((name) => name !== undefined && name !== null),
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  };
}

function named(choices: readonly string[] | undefined): Candidate[] {
  return (choices ?? []).map((name) => ({ name, description: '' }));
}

function bashScript(program: string, places: Place[]): string {
  const list = (words: readonly string[]) => quoted(words.join(' '));
  return `# Completion of ${program} for bash.
_${program}() {
  local at='' word='' option='' arguments=0 index=1 candidates=''
  local current=\${COMP_WORDS[COMP_CWORD]}
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    # bash splits --option=value into three words.
    [[ $word == '=' ]] && continue
${walk(places)}
  done
  [[ $current == '=' ]] && current=''
  if [[ -n $option ]]; then
${choose(
  '$at|$option',
  valueCases(places).map(([key, choices]) => [key, `candidates=${list(choices)}`]),
)}
  elif [[ $current == -* ]]; then
${choose(
  '$at',
  places.map(({ path, options }) => [path, `candidates=${list(options.flatMap(({ names }) => names))}`]),
)}
  else
${choose(
  '$at|$arguments',
  nextCases(places).map(([key, next]) => [key, `candidates=${list(next.map(({ name }) => name))}`]),
)}
  fi
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _${program} ${program}`;
}

function zshScript(program: string, places: Place[]): string {
  const list = (candidates: Candidate[]) =>
    `candidates=(${candidates.map(({ name, description }) => quoted(description === '' ? name : `${name}:${description}`)).join(' ')})`;
  const optionsOf = ({ options }: Place) =>
    options.flatMap(({ names, description }) => names.map((name) => ({ name, description })));
  return `#compdef ${program}
# Completion of ${program} for zsh.
_${program}() {
  local at='' word='' option='' current="\${words[CURRENT]}"
  local -a candidates
  integer arguments=0 index
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
${walk(places)}
  done
  if [[ -z $option && $current == --*=* ]]; then
    word="\${current%%=*}"
${choose('$at|$word', [[valuedOptions(places), 'option="$word"; compset -P 1 "*="']])}
  fi
  if [[ -n $option ]]; then
${choose(
  '$at|$option',
  valueCases(places).map(([key, choices]) => [key, `candidates=(${choices.map(quoted).join(' ')})`]),
)}
    if (( $#candidates )); then compadd -- "\${candidates[@]}"; else _files; fi
  elif [[ $current == -* ]]; then
${choose(
  '$at',
  places.map((place) => [place.path, list(optionsOf(place))]),
)}
    _describe -o option candidates
  else
${choose(
  '$at|$arguments',
  nextCases(places).map(([key, next]) => [key, list(next)]),
)}
    if (( $#candidates )); then _describe command candidates; else _files; fi
  fi
}
if [[ "\${funcstack[1]}" == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi`;
}

/**
 * Writes the part of the script that is the same in both shells. This part reads the words one by one. It stores the
 * command in $at, stores an option that expects a value in $option, and counts the arguments.
 */
function walk(places: Place[]): string {
  const steps = places
    .filter(({ path }) => path !== '')
    .map(({ path }): [string, string] => {
      const at = path.lastIndexOf(' ');
      return [`${path.slice(0, Math.max(at, 0))}|${path.slice(at + 1)}`, `at=${quoted(path)}`];
    });
  return `    if [[ -n $option ]]; then option=''; continue; fi
    if [[ $word == -* ]]; then
${choose('$at|$word', [[valuedOptions(places), 'option="$word"']], '      ')}
      continue
    fi
${choose('$at|$word', [...steps, [null, 'arguments=$((arguments + 1))']])}`;
}

/**
 * Returns the options that take a value, for each command separately, because an option with the same name may take no
 * value in another command.
 */
function valuedOptions(places: Place[]): string[] {
  return places.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .flatMap(({ names }) => names.map((name) => `${path}|${name}`)),
  );
}

function valueCases(places: Place[]): [string[], readonly string[]][] {
  return places.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ names, choices }): [string[], readonly string[]] => [
        names.map((name) => `${path}|${name}`),
        choices,
      ]),
  );
}

function nextCases(places: Place[]): [string, Candidate[]][] {
  return places.flatMap(({ path, next }) =>
    next.flatMap((candidates, position): [string, Candidate[]][] =>
      candidates.length === 0 ? [] : [[`${path}|${position}`, candidates]],
    ),
  );
}

/** Writes a `case` statement of the shell. A case with the key null matches everything that no other case matches. */
function choose(subject: string, cases: [string | string[] | null, string][], indent = '    '): string {
  const lines = cases
    // If no option takes a value, the list of options for the shell's `case` is empty, and this branch is left out.
    .filter(([key]) => !Array.isArray(key) || key.length > 0)
    .map(
      ([key, then]) => `${indent}  (${key === null ? '*' : [key].flat().map(quoted).join('|')}) ${then} ;;`,
    );
  return [`${indent}case "${subject}" in`, ...lines, `${indent}esac`].join('\n');
}

/** Quotes a text as one word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
