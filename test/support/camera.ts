import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'qrcode';

const WIDTH = 640;
const HEIGHT = 480;
const WHITE = 235;
const BLACK = 16;

export interface TestCamera {
  /** Flags with which Chromium's camera shows the picture. */
  flags: string[];
  /** Puts a QR code in front of the camera. The camera shows the code when it is next opened. */
  show: (text: string) => void;
}

/** Returns a camera for Chromium that shows a picture from a file. */
export function testCamera(): TestCamera {
  const file = join(tmpdir(), `ihc-camera-${process.pid}-${performance.now()}.y4m`);
  writeFileSync(
    file,
    pictureOf(() => WHITE),
  );
  return {
    flags: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    show: (text) => {
      const { modules } = create(text, { errorCorrectionLevel: 'M' });
      const scale = Math.floor((HEIGHT - 60) / modules.size);
      const [left, top] = [(WIDTH - modules.size * scale) >> 1, (HEIGHT - modules.size * scale) >> 1];
      writeFileSync(
        file,
        pictureOf((x, y) => {
          const [column, row] = [Math.floor((x - left) / scale), Math.floor((y - top) / scale)];
          const isInside = column >= 0 && row >= 0 && column < modules.size && row < modules.size;
          return isInside && modules.get(row, column) ? BLACK : WHITE;
        }),
      );
    },
  };
}

/** Returns two equal frames of a grey picture, in the format that Chromium reads. */
function pictureOf(grey: (x: number, y: number) => number): Buffer {
  const luma = Buffer.alloc(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) luma[y * WIDTH + x] = grey(x, y);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A0:0 C420jpeg\n`),
    frame,
    frame,
  ]);
}
