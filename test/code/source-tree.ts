import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');

export interface SourceFile {
  /** From the root of the project. */
  file: string;
  text: string;
}

/** Every file of the project whose path matches. Tests are included. */
export function filesLike(path: RegExp): SourceFile[] {
  const tops = ['src', 'test', 'scripts', 'bench', 'web/src'];
  return tops
    .flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`),
    )
    .filter((file) => path.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

export const sources = filesLike(/^src\/.*\.ts$/).filter(({ file }) => !file.endsWith('.test.ts'));
export const pages = filesLike(/^web\/src\/.*\.tsx?$/).filter(({ file }) => !file.endsWith('.test.ts'));

/** The files of the project that a file imports, types included. */
export function importsOf({ file, text }: SourceFile): string[] {
  return [...text.matchAll(/(?:\bfrom |\bimport |\bimport\()['"](\.[^'"]+)['"]/g)].map((match) =>
    relative(ROOT, resolve(ROOT, dirname(file), match[1]!)),
  );
}

/** Imports from paths above. `order` begins at the top; a file below none of its paths is above all. */
export function uphill(order: string[][], all: SourceFile[], exempt = ''): string[] {
  const rank = (file: string) =>
    order.findIndex((paths) => paths.some((path) => file === path || file.startsWith(`${path}/`)));
  return all.flatMap((one) =>
    importsOf({ ...one, text: withoutTypesOf(exempt, one) })
      .filter((path) => path.split('/')[0] === one.file.split('/')[0] && /\.tsx?$/.test(path))
      .filter((path) => rank(path) < rank(one.file))
      .map((path) => `${one.file} imports ${path}`),
  );
}

/** The text of a file without its imports of nothing but types of another one. */
function withoutTypesOf(exempt: string, { file, text }: SourceFile): string {
  return text.replace(/^import type [^;]*? from '(\.[^']+)';/gm, (whole, path: string) =>
    relative(ROOT, resolve(ROOT, dirname(file), path)) === exempt ? '' : whole,
  );
}

/** Circles of files that import each other, types included: the files of each, sorted. */
export function circles(all: SourceFile[]): string[][] {
  const graph = new Map(all.map((one) => [one.file, importsOf(one)]));
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const next of graph.get(file)!.filter((path) => graph.has(path))) {
      const reached = order.has(next) ? (open.includes(next) ? order.get(next)! : Infinity) : visit(next);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1 || graph.get(file)!.includes(file)) found.push(circle.sort());
    }
    return lowest.get(file)!;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** Folders with more files than the limit. */
export function crowded(all: SourceFile[], limit: number): string[] {
  const counts = new Map<string, number>();
  for (const { file } of all) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > limit).map(([folder]) => folder);
}

/** Files that must be pure by their folder and name, and are not. */
export function impure(all: SourceFile[], folders: string[]): string[] {
  const forbidden =
    /\basync\b|\bawait\b|new Date\(\)|Date\.now|performance\.now|Math\.random|randomBytes|from 'pg'/;
  return pureOf(all, folders).flatMap(({ file, text }) => (forbidden.test(text) ? [file] : []));
}

/** A file without a suffix in these folders is pure. */
export function pureOf(all: SourceFile[], folders: string[]): SourceFile[] {
  const suffixed = /\.(store|routes|schema|usecase|worker)\.ts$/;
  return all.filter(
    ({ file }) => folders.some((folder) => file.startsWith(`src/${folder}`)) && !suffixed.test(file),
  );
}

/** What of http imports a store, types included: a route calls a use case. */
export function storesInHttp(all: SourceFile[]): string[] {
  return all
    .filter(({ file }) => file.startsWith('src/http/'))
    .flatMap((one) =>
      importsOf(one)
        .filter((path) => path.endsWith('.store.ts'))
        .map((path) => `${one.file} imports ${path}`),
    );
}

/** Words that say nothing about a file. */
const EMPTY =
  /^(a|an|the|of|for|and|or|to|in|on|with|that|this|file|module|functions?|helpers?|utilities|types?)$/;
/** A sentence of so few words may repeat the name. */
const SHORT = 4;

/**
 * The sentence that says what a file is: the first of a comment before the imports or right after them. Above a
 * declaration that is not exported it is about this declaration, and does not count.
 */
export function openingOf(text: string): string | null {
  const imports = /^(?:import\b[^;]*?'[^']+'(?: with \{[^}]*\})?;\s*)+/;
  const comment = /^(?:\/\*\*[\s\S]*?\*\/\n|(?:\/\/.*\n)+)/;
  const begin = comment.test(text) ? text : text.replace(imports, '');
  const [found] = comment.exec(begin) ?? [null];
  if (found === null || !/^(\n|import |export |declare )/.test(begin.slice(found.length))) return null;
  const words = found
    .replace(/^\/\*\*|\*\/$|^\s*\* ?|^\/\/ ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.?](?= |$)/.exec(words)?.[0] ?? words;
}

/** Files without such a sentence, and those whose sentence says no more than the name of the file. */
export function unopened(all: SourceFile[]): string[] {
  return all.flatMap(({ file, text }) => {
    const opening = openingOf(text);
    if (opening === null) return [`${file} does not open with a comment`];
    const name = new Set(file.split(/[^a-z]+/));
    const words = opening
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean);
    const says = words.some(
      (word) => !EMPTY.test(word) && !name.has(word) && !name.has(word.replace(/s$/, '')),
    );
    return says || words.length <= SHORT ? [] : [`${file} opens with its name: ${opening}`];
  });
}
