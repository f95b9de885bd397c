import { StartRefused } from '../kernel/start-refused.ts';
import { parseTelephone } from '../kernel/telephone.ts';

/** How partners and guests reach the operator. Everybody can read these settings. */
export interface SupportSettings {
  /** A telephone number in E.164 format, which vouchers show. If null, vouchers show no number for help. */
  supportPhone: string | null;
  supportEmail: string | null;
  /** A page of the operator, such as a help desk. */
  supportUrl: string | null;
}

const EMAIL = /^[^\s@<>,;:"'()?&%#/\\]+@[^\s@<>,;:"'()?&%#/\\]+\.[^\s@<>,;:"'()?&%#/\\.]+$/;
/** The longest address that mail servers accept. */
const EMAIL_LENGTH = 254;
const URL_LENGTH = 500;

export function readSupportSettings(read: (name: string) => string | null): SupportSettings {
  return {
    supportPhone: phone(read('IHC_SUPPORT_PHONE')),
    supportEmail: email(read('IHC_SUPPORT_EMAIL')),
    supportUrl: url(read('IHC_SUPPORT_URL')),
  };
}

function phone(value: string | null): string | null {
  if (value === null) return null;
  const number = parseTelephone(value);
  if (number === null)
    throw new StartRefused(
      `IHC_SUPPORT_PHONE must be a phone number such as +964 770 123 4567, not "${value}"`,
    );
  return number;
}

/**
 * Checks the e-mail address. The site makes a mailto: link from the address, so characters that have a special meaning
 * in a URL are refused.
 */
function email(value: string | null): string | null {
  if (value !== null && (value.length > EMAIL_LENGTH || !EMAIL.test(value)))
    throw new StartRefused(
      `IHC_SUPPORT_EMAIL must be an e-mail address such as support@example.com, not "${value}"`,
    );
  return value;
}

/**
 * Checks the address of the page. The site links to this address, so it must begin with http or https. A javascript:
 * address would run a script. The error message does not contain the address, because the address may contain a
 * password.
 */
function url(value: string | null): string | null {
  if (value === null) return null;
  const message = `IHC_SUPPORT_URL must be an http or https URL of at most ${URL_LENGTH} characters, without a password`;
  if (value.length > URL_LENGTH || !URL.canParse(value)) throw new StartRefused(message);
  const { protocol, username, password } = new URL(value);
  if (!['http:', 'https:'].includes(protocol) || `${username}${password}` !== '')
    throw new StartRefused(message);
  return value;
}
