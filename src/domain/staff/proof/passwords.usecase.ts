import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { normalisePassword } from '../account-rules.ts';
import { SignInTurns } from './sign-in-turns.ts';

/**
 * The cost of scrypt is 2 to the power of this number. Hashing one password takes 128 MiB of memory and a few hundred
 * milliseconds.
 */
export const PASSWORD_COST = 17;
const [BLOCK_SIZE, PARALLEL, HASH_BYTES, SALT_BYTES] = [8, 1, 32, 16];
/**
 * The maximum number of passwords that are hashed at once. Each hash needs 128 MiB and a thread of Node's thread pool.
 * File access and DNS lookups also use this pool.
 */
const AT_ONCE = 2;
/**
 * The maximum number of strangers' passwords that are hashed at once. This number is lower than AT_ONCE, so that
 * strangers cannot delay known people.
 */
const STRANGERS_AT_ONCE = 1;
const WAITING_LIMIT = 10;

/** KNOWN: the person has a session, an invitation, or a device that signed in before. */
export type Lane = 'KNOWN' | 'STRANGER';

interface Stored {
  cost: number;
  salt: Buffer;
  hash: Buffer;
}

/**
 * Hashes and compares passwords. Only a few passwords are hashed at the same time. Each method returns null when too
 * many calls are waiting.
 */
export class Passwords {
  /** The subjects for which a password is being compared now, such as accounts, addresses and devices. */
  turns = new SignInTurns();
  private readonly running: Record<Lane, number> = { KNOWN: 0, STRANGER: 0 };
  private readonly waiting: Record<Lane, (() => void)[]> = { KNOWN: [], STRANGER: [] };
  private readonly cost: number;

  constructor(cost: number = PASSWORD_COST) {
    this.cost = cost;
  }

  /** Hashes a new password, and returns parameters, salt and hash as one text for the database. */
  async hash(password: string): Promise<string | null> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.inTurn('KNOWN', () => derive(password, salt, this.cost));
    if (hash === null) return null;
    const numbers = [this.cost, BLOCK_SIZE, PARALLEL].join('.');
    return `scrypt:${numbers}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
  }

  /**
   * Compares a password with the stored text. If no text is stored, the comparison takes the same time, so that nobody
   * learns which accounts exist.
   */
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

  /**
   * Lets the next waiting call run. The call is added to the count of running calls before it resumes. Otherwise a new
   * call could start first, and too many calls would run.
   */
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
