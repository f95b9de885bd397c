// Sends mail over connections that stay open for some time.

import { within } from '../../platform/db/within.ts';

const CONNECT_MILLISECONDS = 10_000;
const SOCKET_MILLISECONDS = 20_000;
/** The time limit for one mail, including the wait for a connection. */
const MAIL_MILLISECONDS = 60_000;
const CONNECTIONS = 4;
const ERROR_LENGTH = 300;

export interface Mail {
  from: string;
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** Without angle brackets. */
  messageId: string;
  /** All mails about one booking have the same thread id, so that mail programs group them. */
  thread: string;
  language: string;
  attachments: { filename: string; content: Buffer; contentType: string }[];
}

export interface SmtpLimits {
  connectMilliseconds: number;
  socketMilliseconds: number;
  mailMilliseconds: number;
}

type Transporter = ReturnType<typeof import('nodemailer').createTransport>;

/** Sends mail through one server, with a few connections that stay open. */
export class Smtp {
  private transporter: Promise<Transporter> | null = null;

  constructor(
    private readonly url: string,
    private readonly limits: SmtpLimits = {
      connectMilliseconds: CONNECT_MILLISECONDS,
      socketMilliseconds: SOCKET_MILLISECONDS,
      mailMilliseconds: MAIL_MILLISECONDS,
    },
  ) {}

  /** Returns null when the server has accepted the mail. Otherwise returns the error as text. */
  async send({ from, to, messageId, thread, language, ...content }: Mail): Promise<string | null> {
    try {
      this.transporter ??= this.open();
      const transporter = await this.transporter;
      const sending = transporter.sendMail({
        ...content,
        from,
        to,
        messageId: `<${messageId}>`,
        references: [`<${thread}>`],
        inReplyTo: `<${thread}>`,
        headers: {
          // Prevents automatic replies, such as holiday replies.
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': language,
        },
        // If the content of a mail contains a file name or a web address, nodemailer can attach that file or page. Our
        // mails do not need this, and a text from another person could contain the name of a file on this machine.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // After the time limit, the mail may still arrive. The next attempt uses the same message id, so that the
      // receiver can recognise the repeated mail.
      sending.catch(() => {});
      if (await within(this.limits.mailMilliseconds, sending)) return null;
      return `the mail server did not accept the mail within ${this.limits.mailMilliseconds / 1_000} s`;
    } catch (error) {
      return problemOf(error as Error);
    }
  }

  async close(): Promise<void> {
    const transporter = await this.transporter?.catch(() => null);
    transporter?.close();
  }

  /** Loads the library only before the first mail, because most sandbox processes send no mail. */
  private async open(): Promise<Transporter> {
    const { createTransport } = await import('./smtp-transport.ts');
    return createTransport({
      url: this.url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: this.limits.connectMilliseconds,
      greetingTimeout: this.limits.connectMilliseconds,
      dnsTimeout: this.limits.connectMilliseconds,
      socketTimeout: this.limits.socketMilliseconds,
      ...(mustEncrypt(this.url) && { requireTLS: true }),
    }) as Transporter;
  }
}

/**
 * Returns whether the connection must use TLS. TLS is required if the address contains a user name, because the
 * connection then sends a password. TLS is not required for a server on this machine, or if the address itself sets
 * `requireTLS` or `ignoreTLS`.
 */
function mustEncrypt(address: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(address);
  if (protocol !== 'smtp:' || username === '') return false;
  if (['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) return false;
  return !['requireTLS', 'ignoreTLS'].some((name) => searchParams.has(name));
}

function problemOf({ message }: Error): string {
  return message.replace(/\s+/g, ' ').trim().slice(0, ERROR_LENGTH);
}
