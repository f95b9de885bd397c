import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ToWorker } from '../worker-messages.ts';
import { ServedCertificate } from './served-certificate.ts';

/**
 * Resolves with the pair that the supervisor has read. A worker uses this pair first and not the files, because the
 * files may be invalid when the worker starts. Resolves with null if the service does not use TLS, or if the supervisor
 * has ended.
 */
export function givenCertificate({ tls }: Config, log: Logger): Promise<ServedCertificate | null> {
  if (tls === null || !process.connected) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const early: ToWorker[] = [];
    const receive = (message: ToWorker) => {
      if (message.kind !== 'certificate') return void early.push(message);
      end();
      try {
        resolve(ServedCertificate.given(message.pair, { files: tls, log }));
      } catch (error) {
        reject(error);
      }
    };
    const lose = () => {
      end();
      resolve(null);
    };
    const end = () => {
      process.off('message', receive);
      process.off('disconnect', lose);
      whenListening(() => {
        for (const message of early) process.emit('message', message, undefined);
      });
    };
    process.on('message', receive);
    process.once('disconnect', lose);
  });
}

/**
 * Calls `emit` when the worker begins to listen for messages. The worker must also receive the messages that arrived
 * earlier. Node has not kept these messages, because Node keeps messages only until the first listener is added.
 */
function whenListening(emit: () => void): void {
  const listener = (event: string | symbol) => {
    if (event !== 'message') return;
    process.off('newListener', listener);
    process.nextTick(emit);
  };
  process.on('newListener', listener);
}
