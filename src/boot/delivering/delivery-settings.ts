import { StartRefused } from '../../kernel/start-refused.ts';

/** How the service notifies receptions of bookings. */
export interface ReceptionSettings {
  /** If null, no e-mail is sent. */
  mail: { smtpUrl: string; from: string } | null;
  /**
   * The service sends to this address a copy of every message that a reception has not acknowledged. If null, no copies
   * are sent.
   */
  operatorEmail: string | null;
  /** If null, no messages are sent. */
  gateway: { url: string; secret: string } | null;
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const FROM = /^(?:[^<>"\r\n]{1,100} <([^<>]+)>|([^<>\s]+))$/;
/** The format of a secret in the specification "Standard Webhooks": 24 to 64 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

export function readReceptionSettings(read: (name: string) => string | null): ReceptionSettings {
  const smtpUrl = read('IHC_SMTP_URL');
  const from = read('IHC_MAIL_FROM');
  const operatorEmail = read('IHC_OPERATOR_EMAIL');
  if (operatorEmail !== null && !ADDRESS.test(operatorEmail))
    throw new StartRefused(`IHC_OPERATOR_EMAIL must be an e-mail address, not "${operatorEmail}"`);
  if (smtpUrl === null && operatorEmail !== null)
    throw new StartRefused('IHC_OPERATOR_EMAIL needs IHC_SMTP_URL');
  return { mail: mail(smtpUrl, from), operatorEmail, gateway: gateway(read) };
}

/**
 * Checks the settings for e-mail. The error message does not contain the address of the mail server, because the
 * address may contain a password.
 */
function mail(smtpUrl: string | null, from: string | null): ReceptionSettings['mail'] {
  if (smtpUrl === null) {
    if (from !== null) throw new StartRefused('IHC_MAIL_FROM needs IHC_SMTP_URL: set both or neither');
    return null;
  }
  if (!(/^smtps?:\/\/[^/]/.test(smtpUrl) && URL.canParse(smtpUrl)))
    throw new StartRefused('IHC_SMTP_URL must be an address such as smtp://user:password@host:587');
  if (from === null) throw new StartRefused('IHC_SMTP_URL needs IHC_MAIL_FROM: the sender of the messages');
  const found = FROM.exec(from);
  if (found === null || !ADDRESS.test(found[1] ?? found[2]!))
    throw new StartRefused(
      `IHC_MAIL_FROM must be an address such as Bookings <bookings@example.com>, not "${from}"`,
    );
  return { smtpUrl, from };
}

/**
 * Checks the settings of the message gateway. The gateway belongs to the operator, so it may be in a private network.
 * Only a gateway on this machine may be reached without TLS.
 */
function gateway(read: (name: string) => string | null): ReceptionSettings['gateway'] {
  const [url, secret] = [read('IHC_MESSAGE_GATEWAY_URL'), read('IHC_MESSAGE_GATEWAY_SECRET')];
  if (url === null && secret === null) return null;
  if (url === null || secret === null)
    throw new StartRefused('set IHC_MESSAGE_GATEWAY_URL and IHC_MESSAGE_GATEWAY_SECRET, or neither');
  if (!URL.canParse(url) || !isGatewayAddress(new URL(url)))
    throw new StartRefused(
      'IHC_MESSAGE_GATEWAY_URL must begin with https://, or with http:// and an address of this machine',
    );
  if (!SECRET.test(secret))
    throw new StartRefused(
      'IHC_MESSAGE_GATEWAY_SECRET must be "whsec_" and 24 to 64 random bytes in base64, for example of: openssl rand -base64 32',
    );
  return { url, secret };
}

function isGatewayAddress({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
  );
}
