import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '../src/http/common/wire.ts';

export const openApiFile = resolve(fileURLToPath(import.meta.url), '../../openapi.json');

export function renderOpenApi(app: App): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}
