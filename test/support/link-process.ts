import type { ConnectionOptions } from 'node:tls';
import { DeskLink } from '../../src/desk/one-desk/desk-link.ts';
import { linkSecurity } from '../../src/desk/one-desk/link-key.ts';
import type { Command } from '../../src/domain/booking/command.ts';
import { testSecrets } from './test-config.ts';

export interface Linking {
  address: string;
  command: Command;
  /** For control tests: an ordinary TLS connection, which accepts certificates of trusted authorities. */
  isOrdinary: boolean;
}

/** What a process received from the desk, and why the link ended. */
export interface Linked {
  taken: string[];
  reason: string | null;
}

const { address, command, isOrdinary }: Linking = JSON.parse(process.argv[2]!);
const { client } = linkSecurity([testSecrets.signingKey]);
const ordinary: ConnectionOptions = { checkServerIdentity: () => undefined };
const taken: string[] = [];
const link = new DeskLink({
  ...{ address, epoch: 1, process: 'p', node: 'n' },
  security: isOrdinary ? (ordinary as typeof client) : client,
  onWelcome: () => {
    taken.push('welcome');
    link.open();
    link.sendCommand(1, command, performance.now());
  },
  onResponse: (_, { status, body }) => {
    taken.push(`response ${status} ${body}`);
    link.close();
  },
  onMoved: () => taken.push('moved'),
  onKept: () => taken.push('kept'),
  onChanges: ({ counters }) => taken.push(`changes ${counters[0]!.booked}`),
  onRejected: () => taken.push('rejected'),
  onClosed: (reason) => {
    const linked: Linked = { taken, reason };
    process.send!(linked, () => process.exit(0));
  },
});
