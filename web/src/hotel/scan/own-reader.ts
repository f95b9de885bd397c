import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import programUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads QR codes from an image of the camera. */
export interface QrReader {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

/** Makes a reader that loads its WASM file from this site. By default, the library loads the file from another host. */
export async function makeOwnReader(): Promise<QrReader> {
  await prepareZXingModule({ overrides: { locateFile: () => programUrl }, fireImmediately: true });
  return new BarcodeDetector({ formats: ['qr_code'] });
}
