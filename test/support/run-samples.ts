import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import type { SnippetLanguage } from '../../web/src/api/snippets.ts';

/** What a sample printed, and whether its program ended with an error. */
export interface SampleResult {
  output: string;
  failed: boolean;
}

const FAILED = '@@failed@@';
const mark = (id: string) => `@@${id}@@`;

/** One process per language runs all samples without changes, because a process per sample would take a minute. */
const RUNNERS: Record<
  SnippetLanguage,
  {
    program: string;
    file: string;
    prepare: (code: string) => string;
    script: (files: [string, string][]) => string;
  }
> = {
  curl: {
    program: 'bash',
    file: 'sh',
    prepare: (code) => code,
    script: (files) =>
      files.map(([id, file]) => `echo; echo '${mark(id)}'; bash '${file}' || echo '${FAILED}'`).join('\n'),
  },
  TypeScript: {
    program: process.execPath,
    file: 'mjs',
    prepare: (code) => transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022' }).code,
    script: (files) =>
      files
        .map(
          ([id, file]) =>
            `console.log('\\n${mark(id)}'); await import('${file}').catch((e) => console.log('${FAILED}', e.message));`,
        )
        .join('\n'),
  },
  Python: {
    program: 'python3',
    file: 'py',
    prepare: (code) => code,
    script: (files) =>
      [
        `for id, file in ${JSON.stringify(files)}:`,
        "    print('\\n@@' + id + '@@')",
        '    try:',
        "        exec(compile(open(file).read(), file, 'exec'), {})",
        '    except Exception as problem:',
        `        print('${FAILED}', problem)`,
      ].join('\n'),
  },
  PHP: {
    program: 'php',
    file: 'php',
    prepare: (code) => code,
    script: (files) =>
      [
        '<?php',
        `foreach (json_decode('${JSON.stringify(files)}') as [$id, $file]) {`,
        '    echo "\\n@@$id@@\\n";',
        '    try {',
        '        (function () use ($file) { include $file; })();',
        '    } catch (Throwable $problem) {',
        `        echo '${FAILED} ', $problem->getMessage();`,
        '    }',
        '}',
      ].join('\n'),
  },
};

/** Runs samples one after another. Returns the output of each sample, by its id. */
export async function runSamples(
  language: SnippetLanguage,
  samples: [string, string][],
  folder: string,
): Promise<Map<string, SampleResult>> {
  const { program, file, prepare, script } = RUNNERS[language];
  const place = join(folder, language);
  mkdirSync(place);
  const files = samples.map(([id, code]): [string, string] => {
    const path = join(place, `${id}.${file}`);
    writeFileSync(path, prepare(code));
    return [id, path];
  });
  const main = join(place, `main.${file}`);
  writeFileSync(main, script(files));
  const child = spawn(program, [main], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    errors += chunk;
  });
  await once(child, 'close');
  if (errors !== '') throw new Error(`${language}: ${errors}`);
  return new Map(
    samples.map(([id], index) => {
      const from = output.indexOf(mark(id));
      const next = samples[index + 1];
      const part = output.slice(from, next === undefined ? undefined : output.indexOf(mark(next[0])));
      return [id, { output: part.replace(mark(id), '').trim(), failed: from < 0 || part.includes(FAILED) }];
    }),
  );
}
