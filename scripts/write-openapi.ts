import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import { readConfig } from '../src/boot/config.ts';
import type { Context } from '../src/boot/context.ts';
import { readVersion } from '../src/boot/version.ts';
import { openApiFile, renderOpenApi } from './openapi-document.ts';

/** Routes and schemas alone make the document: no database is needed, so none of the context's other parts. */
const context = {
  config: readConfig({}),
  version: readVersion(),
  log: pino({ level: 'silent' }),
} as unknown as Context;
const app = await buildApp(context);
writeFileSync(openApiFile, renderOpenApi(app));
await app.close();
console.log('wrote openapi.json');
