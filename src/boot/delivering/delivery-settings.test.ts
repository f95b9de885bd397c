import { describe, expect, it } from 'vitest';
import { readReceptionSettings } from './delivery-settings.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const GATEWAY = {
  IHC_MESSAGE_GATEWAY_URL: 'https://gateway.example/messages',
  IHC_MESSAGE_GATEWAY_SECRET: SECRET,
};
const MAIL = {
  IHC_SMTP_URL: 'smtp://user:geheim@mail.example:587',
  IHC_MAIL_FROM: 'Bookings <bookings@example.com>',
};

const read = (settings: Record<string, string>) => readReceptionSettings((name) => settings[name] ?? null);

describe('settings of receptions', () => {
  it('are all optional', () => {
    expect(read({})).toEqual({ mail: null, operatorEmail: null, gateway: null });
  });

  it('are read together', () => {
    expect(read({ ...MAIL, ...GATEWAY, IHC_OPERATOR_EMAIL: 'night@example.com' })).toEqual({
      mail: { smtpUrl: MAIL.IHC_SMTP_URL, from: MAIL.IHC_MAIL_FROM },
      operatorEmail: 'night@example.com',
      gateway: { url: GATEWAY.IHC_MESSAGE_GATEWAY_URL, secret: SECRET },
    });
    expect(read({ ...MAIL, IHC_MAIL_FROM: 'bookings@example.com' }).mail!.from).toBe('bookings@example.com');
  });

  it.each([
    [{ IHC_SMTP_URL: MAIL.IHC_SMTP_URL }, 'IHC_SMTP_URL needs IHC_MAIL_FROM'],
    [{ IHC_MAIL_FROM: MAIL.IHC_MAIL_FROM }, 'IHC_MAIL_FROM needs IHC_SMTP_URL'],
    [{ IHC_OPERATOR_EMAIL: 'night@example.com' }, 'IHC_OPERATOR_EMAIL needs IHC_SMTP_URL'],
    [{ ...MAIL, IHC_OPERATOR_EMAIL: 'night' }, 'IHC_OPERATOR_EMAIL must be'],
    [{ ...MAIL, IHC_MAIL_FROM: 'a@b.c>\r\nBcc: x@y.z' }, 'IHC_MAIL_FROM must be'],
    [{ ...MAIL, IHC_SMTP_URL: 'mail.example' }, 'IHC_SMTP_URL must be'],
    [{ IHC_MESSAGE_GATEWAY_URL: GATEWAY.IHC_MESSAGE_GATEWAY_URL }, 'or neither'],
    [{ ...GATEWAY, IHC_MESSAGE_GATEWAY_URL: 'http://gateway.example' }, 'must begin with https://'],
    [{ ...GATEWAY, IHC_MESSAGE_GATEWAY_SECRET: 'short' }, 'IHC_MESSAGE_GATEWAY_SECRET must be'],
  ])('%j is refused', (settings, message) => {
    expect(() => read(settings as Record<string, string>)).toThrow(message);
  });

  it('a refusal does not show the password of the mail server', () => {
    expect(() => read({ IHC_SMTP_URL: 'geheim@mail.example' })).toThrow(/^(?!.*geheim)/);
  });

  it('an address of this machine needs no TLS', () => {
    expect(read({ ...GATEWAY, IHC_MESSAGE_GATEWAY_URL: 'http://127.0.0.1:4000/' }).gateway).not.toBeNull();
  });
});
