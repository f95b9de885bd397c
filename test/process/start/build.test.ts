import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, SERVER } from '../../../scripts/build-server.js';
import { PROJECT_DIRECTORY } from '../../../src/platform/db/project-directory.ts';

/** Packages whose files are read at run time. Their code is not imported. */
const READ_AS_FILES = ['@expo-google-fonts/noto-naskh-arabic', '@expo-google-fonts/noto-sans'];
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(PROJECT_DIRECTORY, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>;

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ihc-build-'));
  for (const path of ['src', 'web', 'scripts', 'migrations', 'docs', 'package.json', 'package-lock.json'])
    cpSync(join(PROJECT_DIRECTORY, path), join(copy, path), { recursive: true });
  symlinkSync(join(PROJECT_DIRECTORY, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function build(): Promise<string[]> {
  const said: string[] = [];
  await ensureBuilt(SERVER, (line) => said.push(line), copy);
  return said;
}

const compiled = () => readFileSync(join(copy, 'dist/server/main.js'), 'utf8');

describe('the compiled service', () => {
  it('is built when it is missing or its sources have changed, and only then', async () => {
    expect(await build()).toEqual(['compiling dist/server …']);
    expect(await build()).toEqual([]);
    const file = join(copy, 'src/boot/config.ts');
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8')}\nexport const CHANGED = 'a change that is compiled';\n`,
    );
    expect(await build()).toHaveLength(1);
    writeFileSync(join(copy, 'src/boot/another.test.ts'), 'a test is not part of the service');
    expect(await build()).toEqual([]);
  });

  it('that cannot be compiled is an error, and what was there stays', async () => {
    const before = compiled();
    const file = join(copy, 'src/main.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, 'this is no TypeScript');
    await expect(build()).rejects.toThrow('Build failed');
    expect(compiled()).toBe(before);
    writeFileSync(file, text);
  });

  it('imports what package.json calls a dependency, and nothing else', () => {
    const imported = new Set<string>();
    for (const file of readdirSync(join(copy, 'dist/server')).filter((name) => name.endsWith('.js')))
      for (const [, imports, , requires] of readFileSync(join(copy, 'dist/server', file), 'utf8').matchAll(
        /^(?:import|export)\b[^'"]*?["']([^.'"][^'"]*)["'];$|\bimport\(["']([^.'"][^'"]*)["']\)|createRequire\(import\.meta\.url\)\(["']([^.'"][^'"]*)["']\)/gm,
      )) {
        const name = imports ?? requires;
        if (name !== undefined && !name.startsWith('node:'))
          imported.add(
            name
              .split('/')
              .slice(0, name.startsWith('@') ? 2 : 1)
              .join('/'),
          );
      }
    expect([...imported, ...READ_AS_FILES].sort()).toEqual(Object.keys(dependencies).sort());
    expect(Object.keys(devDependencies).filter((name) => name in dependencies)).toEqual([]);
  });

  it('names the sources in its stack traces', () => {
    const module = join(copy, 'dist/server/build-site.js');
    const program = `const { ensureSite } = await import('${module}'); ensureSite(console.log, 42);`;
    const flags = ['--enable-source-maps', '--input-type=module', '-e', program];
    const { stderr } = spawnSync(process.execPath, flags, { cwd: copy, encoding: 'utf8' });
    expect(stderr).toMatch(/src\/http\/site\/build-site\.ts:\d+/);
  });

  it('runs without its sources and without development dependencies', () => {
    const deployed = mkdtempSync(join(tmpdir(), 'ihc-deployed-'));
    for (const path of ['dist', 'scripts', 'migrations', 'package.json'])
      cpSync(join(copy, path), join(deployed, path), { recursive: true });
    for (const name of Object.keys(dependencies))
      expect(existsSync(join(copy, 'node_modules', name))).toBe(true);
    symlinkSync(join(PROJECT_DIRECTORY, 'node_modules'), join(deployed, 'node_modules'));
    const started = () =>
      execFileSync(process.execPath, ['scripts/start.js'], {
        cwd: deployed,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { PATH: process.env.PATH, PORT: 'abc' },
      });
    // The error comes from the program's own check of the settings, so the compiled program runs.
    expect(started).toThrow('PORT');
    rmSync(join(deployed, 'dist/server'), { recursive: true });
    expect(started).toThrow('npm run build');
    rmSync(deployed, { recursive: true, force: true });
  });

  it('ends at once when it is stopped before it is loaded, also as process 1 of a container', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ihc-loading-'));
    for (const path of ['scripts', 'package.json'])
      cpSync(join(copy, path), join(folder, path), { recursive: true });
    mkdirSync(join(folder, 'dist/server'), { recursive: true });
    writeFileSync(join(folder, 'dist/server/stamp'), '');
    // A server that is still loading.
    writeFileSync(
      join(folder, 'dist/server/main.js'),
      "console.log('loading'); setInterval(() => {}, 1000);",
    );
    const child = spawn(process.execPath, [join(folder, 'scripts/start.js')], { stdio: 'pipe' });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    // Without a handler the signal ends it: then the code is null, and process 1 would go on.
    expect(await once(child, 'exit')).toEqual([0, null]);
    rmSync(folder, { recursive: true });
  });
});
