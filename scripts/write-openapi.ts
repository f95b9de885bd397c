import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { readConfig } from '../src/boot/config.ts';
import { readVersion } from '../src/boot/version.ts';
import type { Context } from '../src/context.ts';
import { buildApp } from '../src/http/app.ts';
import { openApiFile, renderOpenApi } from './openapi-document.ts';

/** The document needs only routes and schemas, so the context has no other parts, such as a database. */
const context = {
  config: readConfig({}),
  secrets: { keyPepper: '', otherKeyPeppers: [], signingKey: '', otherSigningKeys: [] },
  version: readVersion(),
  log: pino({ level: 'silent' }),
} as unknown as Context;
const app = await buildApp(context);
writeFileSync(openApiFile, renderOpenApi(app));
await app.close();
console.log('wrote openapi.json');
