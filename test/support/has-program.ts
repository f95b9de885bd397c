import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a program is installed that some tests use and the service does not need. */
export function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}
