import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface NameServer {
  /** The address of the server, in the form that a resolver expects. */
  server: string;
  /** The names that were looked up, each with its record type. */
  asked: string[];
  end: () => Promise<void>;
}

const [TYPE_A, TYPE_AAAA, CLASS_INTERNET] = [1, 28, 1];
const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3];

/**
 * Starts a DNS server on loopback. `names` maps each name to its addresses. For `null`, the server sends no response,
 * and for `failure`, it sends SERVFAIL.
 */
export async function startNameServer(
  names: Record<string, string[] | 'failure' | null>,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.push(`${type === TYPE_A ? 'A' : 'AAAA'} ${name}`);
    const known = names[name];
    if (known === null) return;
    const addresses = Array.isArray(known) ? known.map((one) => ipaddr.parse(one).toByteArray()) : [];
    const length = type === TYPE_A ? 4 : type === TYPE_AAAA ? 16 : 0;
    const records = addresses.filter((bytes) => bytes.length === length);
    const code = known === undefined ? NO_SUCH_NAME : known === 'failure' ? SERVER_FAILURE : NO_ERROR;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // A response with recursion, one question and the given number of records.
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const written = records.map((bytes) => recordOf(type, bytes));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...written]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    end: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at] !== 0) {
    const length = query[at]!;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns a record. Its name is a pointer to the question. */
function recordOf(type: number, bytes: number[]): Buffer {
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(type, 2);
  fixed.writeUInt16BE(CLASS_INTERNET, 4);
  fixed.writeUInt32BE(60, 6);
  fixed.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([fixed, Buffer.from(bytes)]);
}
