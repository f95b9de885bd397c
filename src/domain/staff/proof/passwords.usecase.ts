import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { normalisePassword } from '../account-rules.ts';
import { SignInTurns } from './sign-in-turns.ts';

/** The cost of scrypt as a power of two: 128 MiB of memory and some hundred milliseconds for each password. */
export const PASSWORD_COST = 17;
const [BLOCK_SIZE, PARALLEL, HASH_BYTES, SALT_BYTES] = [8, 1, 32, 16];
/** Each takes 128 MiB and a thread of the pool that files and names use too. */
const AT_ONCE = 2;
/** The other place is for people whom we know. */
const STRANGERS_AT_ONCE = 1;
const WAITING_LIMIT = 10;

/** KNOWN: a session, an invitation, or a device that signed in before. */
export type Lane = 'KNOWN' | 'STRANGER';

interface Stored {
  cost: number;
  salt: Buffer;
  hash: Buffer;
}

/** Hashes passwords, a few at a time. Each method returns null when too many wait. */
export class Passwords {
  /** Whose password is compared now. */
  turns = new SignInTurns();
  private readonly running: Record<Lane, number> = { KNOWN: 0, STRANGER: 0 };
  private readonly waiting: Record<Lane, (() => void)[]> = { KNOWN: [], STRANGER: [] };
  private readonly cost: number;

  constructor(cost: number = PASSWORD_COST) {
    this.cost = cost;
  }

  /** The text that is stored: parameters, salt and hash. */
  async hash(password: string): Promise<string | null> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.inTurn('KNOWN', () => derive(password, salt, this.cost));
    if (hash === null) return null;
    const numbers = [this.cost, BLOCK_SIZE, PARALLEL].join('.');
    return `scrypt:${numbers}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
  }

  /** Without a stored text it takes the same time, so that nobody learns which accounts exist. */
  async isRight(password: string, stored: string | null, lane: Lane = 'KNOWN'): Promise<boolean | null> {
    const { cost, salt, hash } = stored === null ? this.nobody() : read(stored);
    const given = await this.inTurn(lane, () => derive(password, salt, cost));
    return given === null ? null : timingSafeEqual(given, hash) && stored !== null;
  }

  private nobody(): Stored {
    return { cost: this.cost, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
  }

  private async inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T | null> {
    if (this.hasPlace(lane)) this.running[lane] += 1;
    else {
      if (this.waiting[lane].length >= WAITING_LIMIT) return null;
      await new Promise<void>((resolve) => this.waiting[lane].push(resolve));
    }
    try {
      return await work();
    } finally {
      this.running[lane] -= 1;
      this.handOn();
    }
  }

  private hasPlace(lane: Lane): boolean {
    const { KNOWN, STRANGER } = this.running;
    return KNOWN + STRANGER < AT_ONCE && (lane === 'KNOWN' || STRANGER < STRANGERS_AT_ONCE);
  }

  /** Counted here and not by whoever wakes up: somebody who comes in between must not take the place too. */
  private handOn(): void {
    for (const lane of ['KNOWN', 'STRANGER'] as const) {
      const next = this.hasPlace(lane) ? this.waiting[lane].shift() : undefined;
      if (next === undefined) continue;
      this.running[lane] += 1;
      next();
      return;
    }
  }
}

function read(stored: string): Stored {
  const match = /^scrypt:([0-9]+)\.8\.1:([\w-]+):([\w-]+)$/.exec(stored);
  if (match === null) throw new Error('a stored password has an unknown form');
  const [, cost, salt, hash] = match as unknown as [string, string, string, string];
  return {
    cost: Number(cost),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  const options: ScryptOptions = { N, r: BLOCK_SIZE, p: PARALLEL, maxmem: 256 * N * BLOCK_SIZE };
  return new Promise((resolve, reject) =>
    scrypt(normalisePassword(password), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    ),
  );
}
