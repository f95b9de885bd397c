import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate and its key in PEM form, as they are in files. */
export interface TestCertificate {
  cert: string;
  key: string;
  /** The serial number as Node writes it: hexadecimal, in capitals. */
  serial: string;
  name: string;
  privateKey: KeyObject;
}

interface Wanted {
  name?: string;
  validFrom?: Date;
  expiresAt?: Date;
  /** Without an issuer, the certificate is self-signed. */
  issuer?: TestCertificate;
  isAuthority?: boolean;
  curve?: string;
}

const DAY = 86_400_000;

/** Makes an X.509 certificate for localhost and 127.0.0.1 with an EC key. Node can read certificates, but not make them. */
export function makeCertificate(wanted: Wanted = {}): TestCertificate {
  const { name = 'localhost', issuer, isAuthority = false } = wanted;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: wanted.curve ?? 'prime256v1' });
  // The first byte keeps the number positive and without leading zeros.
  const serial = Buffer.concat([Buffer.from([0x4d]), randomBytes(11)]);
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    ECDSA_WITH_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(
      time(wanted.validFrom ?? new Date(Date.now() - DAY)),
      time(wanted.expiresAt ?? new Date(Date.now() + 90 * DAY)),
    ),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(basicConstraints(isAuthority), alternativeNames())),
  );
  const signature = sign('sha256', signed, issuer?.privateKey ?? privateKey);
  const certificate = sequence(signed, ECDSA_WITH_SHA256, bits(signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    serial: serial.toString('hex').toUpperCase(),
    name,
    privateKey,
  };
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

/** Encodes an object identifier from its content in hexadecimal. */
function identifier(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(identifier('550403'), tagged(0x0c, Buffer.from(commonName)))));
}

/** Encodes a time. In X.509, years up to 2049 have two digits. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x17, Buffer.from(digits.slice(2)));
}

function bits(content: Buffer): Buffer {
  return tagged(0x03, Buffer.from([0]), content);
}

function basicConstraints(isAuthority: boolean): Buffer {
  const value = sequence(...(isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : []));
  return sequence(identifier('551d13'), tagged(0x04, value));
}

function alternativeNames(): Buffer {
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  return sequence(identifier('551d11'), tagged(0x04, names));
}
