import type { QrReader } from './own-reader.ts';

interface NativeReader {
  new (options: { formats: string[] }): QrReader;
  getSupportedFormats: () => Promise<string[]>;
}

/**
 * Returns the QR code reader of the phone. If the phone has none, the function loads the reader of this site. The
 * reader of this site is loaded only when needed, because its size is one megabyte.
 */
export async function makeQrReader(): Promise<QrReader> {
  const native = (globalThis as { BarcodeDetector?: NativeReader }).BarcodeDetector;
  const formats = (await native?.getSupportedFormats().catch(() => [])) ?? [];
  if (native !== undefined && formats.includes('qr_code')) return new native({ formats: ['qr_code'] });
  const { makeOwnReader } = await import('./own-reader.ts');
  return makeOwnReader();
}
