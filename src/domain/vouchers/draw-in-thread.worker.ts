// Controls a thread that draws vouchers: sends it the data of a drawing, waits for the result, and ends the thread if
// it hangs.

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Drawing } from './draw-voucher.usecase.ts';
import type { Drawn } from './drawing-thread.worker.ts';

/** The compiled program of the thread is in the same folder as the compiled form of this file. */
const EXTENSION = extname(import.meta.url);
const PROGRAM = new URL(`./drawing-thread.worker${EXTENSION}`, import.meta.url);
/**
 * The code that the thread runs if the service runs from its TypeScript sources. With this code, tsx compiles the
 * program. A thread does not inherit tsx from the process, and Node 20 ignores --import for threads.
 */
const COMPILE_AND_RUN = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${PROGRAM}', '${PROGRAM}'))`;

/** Controls one thread, which draws one voucher at a time. */
export class DrawingThread {
  private readonly worker = startProgram();
  private settle: ((drawn: Drawn) => void) | null = null;
  /** True when the thread has ended and cannot draw any more. */
  hasEnded = false;

  constructor(private readonly limitMilliseconds: number) {
    // Without `unref`, an idle thread would keep the process alive.
    this.worker.unref();
    this.worker.on('message', (drawn: Drawn) => this.settle?.(drawn));
    this.worker.on('error', (error: Error) => this.fail(error.message));
    this.worker.on('exit', () => this.fail('the thread that draws vouchers has ended'));
  }

  /**
   * Draws a voucher. Ends the thread if the drawing exceeds the time limit. Otherwise a thread that hangs would stay
   * busy forever, and fewer vouchers could be drawn at once.
   */
  async draw(drawing: Drawing): Promise<Buffer> {
    const timer = setTimeout(() => {
      this.fail(`a voucher was not drawn within ${this.limitMilliseconds / 1000} s`);
      void this.end();
    }, this.limitMilliseconds);
    const drawn = await new Promise<Drawn>((resolve) => {
      this.settle = resolve;
      this.worker.postMessage(drawing);
    });
    this.settle = null;
    clearTimeout(timer);
    if ('error' in drawn) throw new Error(drawn.error);
    return Buffer.from(drawn.bytes.buffer, drawn.bytes.byteOffset, drawn.bytes.byteLength);
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.worker.terminate();
  }

  private fail(error: string): void {
    this.hasEnded = true;
    this.settle?.({ error });
  }
}

function startProgram(): Worker {
  return EXTENSION === '.ts' ? new Worker(COMPILE_AND_RUN, { eval: true }) : new Worker(PROGRAM);
}
