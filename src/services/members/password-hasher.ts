import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors.js';

/** Of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's first choice takes N = 2^17 (128 MB); this is its choice for less memory, 32 MB, 3 times over. */
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MAX_MEMORY = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** What takes the threads and the memory of the process; two of its four threads stay free for everything else. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 40;
/** Of nobody: to compare with where there is no password, so that the answer takes as long. */
const NOBODY = { salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) };

/**
 * Slow hashes of passwords, on the threads of Node: a few at once, and a short queue, so that no number of sign-ins can
 * stall the process or take its memory.
 */
export class PasswordHasher {
  private atOnce = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly cost = COST) {}

  /** How many are being computed, and how many wait. */
  get load(): { readonly atOnce: number; readonly waiting: number } {
    return { atOnce: this.atOnce, waiting: this.waiting.length };
  }

  /** `scrypt$log2(N)$r$p$salt$key`, salt and key in base64url. @throws UNAVAILABLE if too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.inTurn(() => derive(password, salt, this.cost));
    const { N, r, p } = this.cost;
    return ['scrypt', Math.log2(N), r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /** @param stored null: false, after the same time. @throws UNAVAILABLE if too many wait. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const { salt, key, cost } = (stored === null ? null : parse(stored)) ?? { ...NOBODY, cost: this.cost };
    const given = await this.inTurn(() => derive(password, salt, cost));
    return timingSafeEqual(given, key) && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.atOnce >= MAX_AT_ONCE) await this.queue();
    else this.atOnce += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = this.waiting.shift();
      if (next) next();
      else this.atOnce -= 1;
    }
  }

  private queue(): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) {
      const message = 'Too many people are signing in at this moment; try again in a few seconds.';
      throw new AppError('UNAVAILABLE', message, { retryAfterSeconds: 5 });
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

/** The same for every way to type a letter (NFKC, as RFC 8265 has it). */
const derive = (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const parse = (stored: string): { salt: Buffer; key: Buffer; cost: PasswordCost } | null => {
  const [, log2N = '', r = '', p = '', salt = '', key = ''] =
    /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/.exec(stored) ?? [];
  if (key === '') return null;
  return {
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
    cost: { N: 2 ** Number(log2N), r: Number(r), p: Number(p) },
  };
};
