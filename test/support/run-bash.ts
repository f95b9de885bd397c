import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs the commands of a document in one shell, and stops at the first command that fails. */
export async function runBash(
  commands: string,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ output: string; errors: string }> {
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  bash.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  bash.stderr.setEncoding('utf8').on('data', (chunk) => {
    errors += chunk;
  });
  await once(bash, 'close');
  return { output, errors };
}
