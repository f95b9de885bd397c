// Controls a thread that draws vouchers. Sends a drawing, waits for the result, and ends a thread that hangs.

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Drawing } from './draw-voucher.usecase.ts';
import type { Drawn } from './drawing-thread.worker.ts';

/** After compilation, the program of the thread is in the same folder as this file. */
const EXTENSION = extname(import.meta.url);
const PROGRAM = new URL(`./drawing-thread.worker${EXTENSION}`, import.meta.url);
/**
 * In the source tree, tsx must compile the program. A thread does not inherit tsx, and Node 20 ignores --import for
 * threads.
 */
const COMPILE_AND_RUN = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${PROGRAM}', '${PROGRAM}'))`;

/** A thread that draws one voucher at a time. */
export class DrawingThread {
  private readonly worker = startProgram();
  private settle: ((drawn: Drawn) => void) | null = null;
  /** True when the thread has ended and cannot draw any more. */
  hasEnded = false;

  constructor(private readonly limitMilliseconds: number) {
    // An idle thread does not keep the process alive.
    this.worker.unref();
    this.worker.on('message', (drawn: Drawn) => this.settle?.(drawn));
    this.worker.on('error', (error: Error) => this.fail(error.message));
    this.worker.on('exit', () => this.fail('the thread that draws vouchers has ended'));
  }

  /**
   * Draws a voucher. A thread that exceeds the time limit is ended, because otherwise it would never free its place.
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
