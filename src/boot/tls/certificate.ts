import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../config.ts';

/**
 * The TLS versions that the service accepts. `ServedCertificate` also passes these versions to setSecureContext, which
 * would otherwise use Node's defaults.
 */
export const ONLY_TLS_1_3 = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const;

/** The curves that TLS 1.3 allows for the key of a certificate. It allows no others. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];
const KEY_TYPES = ['rsa', 'rsa-pss', 'ed25519', 'ed448'];

/** The text of the two files. */
export interface CertificatePair {
  cert: string;
  key: string;
}

/** A pair of files (certificates and key) that passed the checks, with facts about the first certificate. */
export interface Certificate extends CertificatePair {
  subject: string;
  serial: string;
  fingerprint: string;
  validFrom: Date;
  expiresAt: Date;
}

export interface Unusable {
  /** One line with the reason, the name of the setting and the name of the file. */
  problem: string;
  /** The content of the files, with which the next reading checks whether the content has changed. */
  content: string;
}

/** Reads the two files. If the service cannot use the files, returns the reason. */
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

/** Returns why the certificate is not valid at this time, or null if it is valid. */
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
 * Returns the first certificate, or null if any certificate cannot be parsed. The function parses every certificate,
 * because a chain with one broken certificate would work for some callers and fail for others.
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
  // The text of an encrypted key contains this word, in its first line (PKCS #8) or in a header (older formats).
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
