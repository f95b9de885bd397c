import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../config.ts';

/** Also given to setSecureContext, which otherwise uses Node's defaults: see `ServedCertificate`. */
export const ONLY_TLS_1_3 = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const;

/** TLS 1.3 allows only these curves for the key of a certificate. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];
const KEY_TYPES = ['rsa', 'rsa-pss', 'ed25519', 'ed448'];

/** The text of the two files. */
export interface CertificatePair {
  cert: string;
  key: string;
}

/** A pair that was checked, with facts about its first certificate. */
export interface Certificate extends CertificatePair {
  subject: string;
  serial: string;
  fingerprint: string;
  validFrom: Date;
  expiresAt: Date;
}

export interface Unusable {
  /** Names the setting and the file in one line. */
  problem: string;
  /** The content of the files, to recognise it at the next reading. */
  content: string;
}

/** Reads the two files. Returns the reason if they cannot be served. */
export async function readCertificate(files: TlsFiles): Promise<Certificate | Unusable> {
  const [cert, key] = await Promise.all([
    readText('IHC_TLS_CERT_FILE', files.certFile),
    readText('IHC_TLS_KEY_FILE', files.keyFile),
  ]);
  if (typeof cert !== 'string') return cert;
  if (typeof key !== 'string') return key;
  return checkPair(files, { cert, key });
}

export function checkPair(files: TlsFiles, pair: CertificatePair): Certificate | Unusable {
  const leaf = readLeaf(pair.cert);
  const key = readKey(pair.key);
  const problem = problemOf(files, pair, leaf, key);
  if (problem !== null) return { problem, content: pair.cert + pair.key };
  const { subject, serialNumber, fingerprint256, validFrom, validTo } = leaf as X509Certificate;
  return {
    cert: pair.cert,
    key: pair.key,
    subject: subject.replaceAll('\n', ', '),
    serial: serialNumber,
    fingerprint: fingerprint256,
    validFrom: new Date(validFrom),
    expiresAt: new Date(validTo),
  };
}

function problemOf(
  files: TlsFiles,
  pair: CertificatePair,
  leaf: X509Certificate | null,
  key: KeyObject | 'encrypted' | null,
): string | null {
  const certFile = `IHC_TLS_CERT_FILE ${files.certFile}`;
  const keyFile = `IHC_TLS_KEY_FILE ${files.keyFile}`;
  if (leaf === null) return `${certFile} does not have complete certificates in PEM form`;
  if (key === null) return `${keyFile} does not have a complete private key in PEM form`;
  if (key === 'encrypted') return `${keyFile} is encrypted: the service needs a key without a passphrase`;
  if (!leaf.checkPrivateKey(key))
    return `the key of ${keyFile} does not belong to the first certificate of ${certFile}`;
  if (!canSign(key)) return `the key of ${keyFile} does not work with TLS 1.3: use RSA, EC P-256 or Ed25519`;
  try {
    createSecureContext({ cert: pair.cert, key: pair.key, ...ONLY_TLS_1_3 });
    return null;
  } catch (error) {
    return `${certFile} and ${keyFile} cannot be used: ${(error as Error).message.split('\n')[0]}`;
  }
}

/** Null when the certificate is valid at this time. */
export function whyNotValid({ validFrom, expiresAt }: Certificate, now: Date): string | null {
  if (now > expiresAt) return `it expired at ${expiresAt.toISOString()}`;
  return now < validFrom ? `it is valid only from ${validFrom.toISOString()}` : null;
}

async function readText(setting: string, file: string): Promise<string | Unusable> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { problem: `${setting} ${file} cannot be read (${code})`, content: '' };
  }
}

/**
 * Returns the first certificate. All certificates are parsed, because an incomplete chain would fail only for some
 * callers.
 */
function readLeaf(text: string): X509Certificate | null {
  const blocks = text
    .split(/(?=-----BEGIN CERTIFICATE-----)/)
    .filter((part) => part.startsWith('-----BEGIN C'));
  try {
    return blocks.map((block) => new X509Certificate(block))[0] ?? null;
  } catch {
    return null;
  }
}

function readKey(text: string): KeyObject | 'encrypted' | null {
  // This word is in the first line of PKCS #8, or in a header of older formats.
  if (/ENCRYPTED/.test(text)) return 'encrypted';
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}

function canSign({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  return type === 'ec' ? CURVES.includes(details?.namedCurve ?? '') : KEY_TYPES.includes(type ?? '');
}
