// The certificate that the service uses. The certificate files are read again while the service runs.

import type { ServerOptions } from 'node:https';
import type { Server, TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { StartRefused } from '../../kernel/start-refused.ts';
import type { Config, TlsFiles } from '../config.ts';
import {
  type Certificate,
  type CertificatePair,
  checkPair,
  ONLY_TLS_1_3,
  readCertificate,
  whyNotValid,
} from './certificate.ts';

/**
 * How often the process reads the files again and checks whether their content has changed. A file watcher would not be
 * enough: certbot and Kubernetes replace symbolic links, and the watcher would continue to watch the file behind the
 * old link.
 */
const EVERY_MILLISECONDS = 10_000;
/** The time limit of a TLS handshake. A caller that connects and sends nothing must not keep a socket open. */
export const HANDSHAKE_MILLISECONDS = 10_000;

const UNCHANGED = 'the TLS certificate files have not changed';
const RIGHT_AGAIN = 'the TLS certificate files are right again; they contain the certificate that is served';

export interface ServedCertificateOptions {
  files: TlsFiles;
  log: Logger;
  /** Tests set a shorter interval. */
  everyMilliseconds?: number;
}

/**
 * Keeps and renews the certificate that this process uses. When a new pair of files was read, all later connections use
 * the new pair. If the service cannot use the new pair, it continues to use the old pair, because an old certificate is
 * better than no certificate.
 */
export class ServedCertificate {
  /** How many different versions of the files this process has refused since its start. */
  refusedReloads = 0;
  private current: Certificate;
  private readonly options: ServedCertificateOptions;
  private server: Server | null = null;
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> | null = null;
  /**
   * The last refused content and the reason. The content is stored, so that the process logs the refusal of this
   * content once and not at every reading.
   */
  private refused: { content: string; problem: string } | null = null;
  private isWarned = false;

  private constructor(first: Certificate, options: ServedCertificateOptions) {
    this.current = first;
    this.options = options;
  }

  /** Reads the files. Refuses the start if the service cannot use the files. */
  static async open(options: ServedCertificateOptions): Promise<ServedCertificate> {
    return ServedCertificate.of(await readCertificate(options.files), options);
  }

  /** Creates the certificate from a pair that another process has read. */
  static given(pair: CertificatePair, options: ServedCertificateOptions): ServedCertificate {
    return ServedCertificate.of(checkPair(options.files, pair), options);
  }

  private static of(first: ReturnType<typeof checkPair>, options: ServedCertificateOptions) {
    if ('problem' in first) throw new StartRefused(first.problem);
    return new ServedCertificate(first, options);
  }

  get expiresAt(): Date {
    return this.current.expiresAt;
  }

  get pair(): CertificatePair {
    return { cert: this.current.cert, key: this.current.key };
  }

  serverOptions(): ServerOptions {
    return {
      ...this.pair,
      ...ONLY_TLS_1_3,
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: HANDSHAKE_MILLISECONDS,
      // By default, Node sets `noDelay` for http servers, but not for https servers.
      noDelay: true,
    };
  }

  /** Registers the server, so that it receives every new certificate. */
  serve(server: Server): void {
    this.server = server;
    // This listener must run before Node's listener, which would treat the error as a broken request and send a
    // response during the handshake.
    server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
      this.options.log.debug({ reason: error.code ?? error.message }, 'a TLS handshake failed');
      socket.destroy();
    });
  }

  /** Reads the files at regular intervals. */
  start(): void {
    this.options.log.info(described(this.current), 'the TLS certificate is served');
    this.warnIfNotValid();
    this.timer = setInterval(() => {
      if (this.reading === null) void this.readAgain(false);
    }, this.options.everyMilliseconds ?? EVERY_MILLISECONDS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /**
   * Reads the files again, and resolves when they are read. If an operator asked for the reading, the result is always
   * logged.
   */
  readAgain(isAsked: boolean): Promise<void> {
    const reading = (this.reading ?? Promise.resolve())
      .then(() => this.read(isAsked))
      .finally(() => {
        if (this.reading === reading) this.reading = null;
      });
    this.reading = reading;
    return reading;
  }

  private async read(isAsked: boolean): Promise<void> {
    this.warnIfNotValid();
    const { log, files } = this.options;
    const found = await readCertificate(files);
    if ('problem' in found) return this.refuse(found.problem, found.content, isAsked);
    if (found.cert === this.current.cert && found.key === this.current.key) {
      if (this.refused !== null) log.info(described(this.current), RIGHT_AGAIN);
      else if (isAsked) log.info(described(this.current), UNCHANGED);
      this.refused = null;
      return;
    }
    const now = new Date();
    const notValid = whyNotValid(found, now);
    if (notValid !== null && whyNotValid(this.current, now) === null)
      return this.refuse(`IHC_TLS_CERT_FILE ${files.certFile}: ${notValid}`, found.cert + found.key, isAsked);
    try {
      this.takeOver(found);
    } catch (error) {
      this.refuse((error as Error).message, found.cert + found.key, isAsked);
    }
  }

  /** Uses a new certificate for new connections. Open connections keep the old certificate. */
  private takeOver(found: Certificate): void {
    // The TLS versions must be set again, because the new context would otherwise use Node's defaults and accept TLS
    // 1.2.
    this.server?.setSecureContext({ cert: found.cert, key: found.key, ...ONLY_TLS_1_3 });
    this.current = found;
    this.refused = null;
    this.isWarned = false;
    this.options.log.info(described(found), 'the TLS certificate was renewed');
    this.warnIfNotValid();
  }

  private refuse(problem: string, content: string, isAsked: boolean): void {
    const { log } = this.options;
    const kept = { problem, kept: described(this.current) };
    if (this.refused?.problem === problem && this.refused.content === content) {
      if (isAsked) log.info(kept, UNCHANGED);
      return;
    }
    this.refused = { problem, content };
    this.refusedReloads += 1;
    log.error(kept, 'the new TLS certificate was refused; the old one is kept');
  }

  /**
   * Warns if the certificate has expired or is not valid yet. The service still starts, because callers that do not
   * check these dates can use it.
   */
  private warnIfNotValid(): void {
    const reason = whyNotValid(this.current, new Date());
    if (reason === null || this.isWarned) return;
    this.isWarned = true;
    this.options.log.warn({ ...described(this.current), reason }, 'the TLS certificate is not valid now');
  }
}

/**
 * Reads the certificate. Returns null if the settings name no files, because the service then uses HTTP without TLS.
 */
export async function openCertificate({ tls }: Config, log: Logger): Promise<ServedCertificate | null> {
  return tls === null ? null : ServedCertificate.open({ files: tls, log });
}

function described({ subject, serial, fingerprint, expiresAt }: Certificate) {
  return { subject, serial, fingerprint, expires: expiresAt.toISOString() };
}
