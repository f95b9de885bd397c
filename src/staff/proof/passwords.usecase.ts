import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { normalisePassword } from '../account-rules.ts';

/** The cost of scrypt as a power of two: 128 MiB of memory and some hundred milliseconds for each password. */
export const PASSWORD_COST = 17;
const [BLOCK_SIZE, PARALLEL, HASH_BYTES, SALT_BYTES] = [8, 1, 32, 16];
/** Each takes 128 MiB and a thread of the pool that files and names use too. */
const AT_ONCE = 2;
const WAITING_LIMIT = 10;

interface Stored {
  cost: number;
  salt: Buffer;
  hash: Buffer;
}

/** Hashes passwords, a few at a time. Each method returns null when too many wait. */
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly cost: number;

  constructor(cost: number = PASSWORD_COST) {
    this.cost = cost;
  }

  /** The text that is stored: parameters, salt and hash. */
  async hash(password: string): Promise<string | null> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.inTurn(() => derive(password, salt, this.cost));
    if (hash === null) return null;
    const numbers = [this.cost, BLOCK_SIZE, PARALLEL].join('.');
    return `scrypt:${numbers}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
  }

  /** Without a stored text it takes the same time, so that nobody learns which accounts exist. */
  async isRight(password: string, stored: string | null): Promise<boolean | null> {
    const { cost, salt, hash } = stored === null ? this.nobody() : read(stored);
    const given = await this.inTurn(() => derive(password, salt, cost));
    return given === null ? null : timingSafeEqual(given, hash) && stored !== null;
  }

  private nobody(): Stored {
    return { cost: this.cost, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING_LIMIT) return null;
      // Whoever finishes hands its place on: `running` stays as it is.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
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
