import type { QrReader } from './own-reader.ts';

interface NativeReader {
  new (options: { formats: string[] }): QrReader;
  getSupportedFormats: () => Promise<string[]>;
}

/** The phone's built-in reader, if it has one. Otherwise our reader is loaded: a megabyte that most phones do not need. */
export async function makeQrReader(): Promise<QrReader> {
  const native = (globalThis as { BarcodeDetector?: NativeReader }).BarcodeDetector;
  const formats = (await native?.getSupportedFormats().catch(() => [])) ?? [];
  if (native !== undefined && formats.includes('qr_code')) return new native({ formats: ['qr_code'] });
  const { makeOwnReader } = await import('./own-reader.ts');
  return makeOwnReader();
}
