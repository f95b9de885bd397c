import './compile-once.ts';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Config } from '../../src/boot/config.ts';
import { type Service, startService } from '../../src/boot/service.ts';
import type { ServiceOptions } from '../../src/boot/service-options.ts';
import type { DeskOptions } from '../../src/desk/desk-options.ts';
import type { Secrets } from '../../src/platform/secrets/accepted-secrets.ts';
import { createCredentials } from '../../src/sandbox/create-credentials.usecase.ts';
import type { FeedOptions } from '../../src/snapshot/change-feed.ts';
import { createTestDatabase } from './database.ts';
import { watchErrors } from './declared-errors.ts';
import { testConfig, testSecrets } from './test-config.ts';

export interface TestService extends Service {
  databaseUrl: string;
  /** Sends a request with this service's sandbox credentials and parses the response. */
  call: (method: 'GET' | 'POST' | 'DELETE', url: string, options?: CallOptions) => Promise<TestResponse>;
  credentials: Record<string, string>;
  /**
   * Stops the service, and drops the database if it was created for this service. Fails if a response had an error code
   * that the OpenAPI document does not declare for its operation.
   */
  end: () => Promise<void>;
  expectDeclaredErrors: () => void;
}

export interface CallOptions {
  headers?: Record<string, string>;
  body?: unknown;
}

export interface TestResponse {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside, as a partner does.
  body: any;
}

export interface TestServiceOptions {
  config?: Partial<Config>;
  secrets?: Secrets;
  clockShift?: () => number;
  desk?: Partial<DeskOptions>;
  feed?: Partial<FeedOptions>;
  doorbell?: boolean;
  outbound?: ServiceOptions['outbound'];
  node?: string;
  accessDesk?: ServiceOptions['accessDesk'];
  housekeeping?: boolean;
  deliveries?: boolean;
  deliverer?: ServiceOptions['deliverer'];
  limiter?: ServiceOptions['limiter'];
  log?: NodeJS.WritableStream;
  databaseUrl?: string;
}

/** Starts the whole service on a real database, by default a new one. Requests are injected without a socket. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database =
    options.databaseUrl === undefined
      ? await createTestDatabase()
      : { url: options.databaseUrl, drop: async () => {} };
  const config = testConfig(options.config);
  const log = options.log === undefined ? pino({ level: 'silent' }) : pino({ level: 'trace' }, options.log);
  const service = await startService({
    config,
    secrets: options.secrets ?? testSecrets,
    databaseUrl: database.url,
    log,
    passwordCost: 8,
    ...(options.clockShift && { clockShift: options.clockShift }),
    // Even on a busy machine, a command must not time out.
    desk: { waitLimitMilliseconds: 100_000, ...options.desk },
    ...(options.feed && { feed: options.feed }),
    ...(options.housekeeping !== undefined && { housekeeping: options.housekeeping }),
    ...(options.deliveries !== undefined && { deliveries: options.deliveries }),
    ...(options.deliverer && { deliverer: options.deliverer }),
    ...(options.limiter && { limiter: options.limiter }),
    ...(options.outbound && { outbound: options.outbound }),
    ...(options.doorbell !== undefined && { doorbell: options.doorbell }),
    ...(options.node !== undefined && { node: options.node }),
    ...(options.accessDesk && { accessDesk: options.accessDesk }),
  });
  const errors = watchErrors(service.app);
  const expectDeclaredErrors = () => {
    if (errors.found.size > 0)
      throw new Error(`errors that the OpenAPI document does not declare:\n${[...errors.found].join('\n')}`);
  };
  const credentials = await freshCredentials(service);
  const end = async () => {
    await service.close();
    await database.drop();
    expectDeclaredErrors();
  };
  return {
    ...service,
    databaseUrl: database.url,
    credentials,
    call: callerOf(service, credentials),
    expectDeclaredErrors,
    end,
  };
}

let shared: Promise<TestService> | null = null;

/**
 * Returns the service of this worker, for tests that change no setting and no data that other tests use. Such tests do
 * not change the demo hotels. Each test file has separate credentials. The service ends with the worker.
 */
export async function sharedService(): Promise<TestService> {
  shared ??= startTestService();
  const service = await shared;
  const credentials = await freshCredentials(service);
  return {
    ...service,
    credentials,
    call: callerOf(service, credentials),
    end: async () => service.expectDeclaredErrors(),
  };
}

function callerOf(service: Service, credentials: Record<string, string>): TestService['call'] {
  return async (method, url, { headers = {}, body } = {}) => {
    const response = await service.app.inject({
      method,
      url,
      headers: { ...credentials, ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    return {
      status: response.statusCode,
      headers: response.headers as TestResponse['headers'],
      body: response.body === '' ? null : JSON.parse(response.body),
    };
  };
}

/**
 * Returns the headers of a new sandbox client. The headers are empty in production, which does not create credentials.
 */
export async function freshCredentials(service: Service): Promise<Record<string, string>> {
  if (service.context.config.environment === 'production') return {};
  // Uses a new address, because tests need more credentials than one address may create per day.
  const created = await createCredentials(service.context, randomUUID());
  if (!created.ok) throw new Error(created.message);
  const { clientId, apiKey } = created.value;
  return { 'x-client-id': clientId, 'x-api-key': apiKey };
}
