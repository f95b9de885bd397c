import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail extends ParsedMail {
  recipients: string[];
  isEncrypted: boolean;
  user: string | null;
  /** The received bytes. */
  raw: string;
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  end: () => Promise<void>;
}

/** Starts a real SMTP server on loopback. The server refuses recipients whose address begins with "refused". */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.authMethods === undefined ? ['AUTH', 'STARTTLS'] : [],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('refused')
          ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        mails.push({
          ...(await simpleParser(raw)),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: Boolean(session.secure),
          user: (session.user as string | undefined) ?? null,
          raw: raw.toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    end: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
