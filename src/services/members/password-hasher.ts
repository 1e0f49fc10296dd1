import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors.js';

/** Parameters of scrypt. */
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
/** Limits the threads and memory of hashing; two of Node's four threads stay free for everything else. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 40;

/** The queue of a hash: callers with the same key share turns. */
export interface HashLane {
  readonly key: string;
  /** Known members are served first. */
  readonly isKnown: boolean;
}

interface Waiting {
  /** The lowest is next. */
  readonly turn: number;
  readonly key: string;
  start(): void;
  refuse(): void;
}

/** Used by links and password changes, which require a secret anyway. */
const PEOPLE: HashLane = { key: 'people', isKnown: false };
/** Belongs to no member. It is compared when there is no password, so that the answer takes as long. */
const NOBODY = { salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) };

/**
 * Hashes passwords slowly on Node's threads: a few at once with a short queue, so that no number of sign-ins can stall
 * the process or exhaust its memory. Lanes take turns (fair queuing): a lane with many requests delays another by one
 * hash, and gives up its last place to it when the queue is full.
 */
export class PasswordHasher {
  private atOnce = 0;
  private readonly waiting: Waiting[] = [];
  /** The turn of the hash that was started last. */
  private turn = 0;

  constructor(private readonly cost = COST) {}

  /** The number of running and waiting hashes. */
  get load(): { readonly atOnce: number; readonly waiting: number } {
    return { atOnce: this.atOnce, waiting: this.waiting.length };
  }

  /** Returns `scrypt$log2(N)$r$p$salt$key`, salt and key in base64url. @throws UNAVAILABLE if too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.inTurn(PEOPLE, () => derive(password, salt, this.cost));
    const { N, r, p } = this.cost;
    return ['scrypt', Math.log2(N), r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /** @param stored null returns false after the same time. @throws UNAVAILABLE if too many wait. */
  async verify(password: string, stored: string | null, lane = PEOPLE): Promise<boolean> {
    const { salt, key, cost } = (stored === null ? null : parse(stored)) ?? { ...NOBODY, cost: this.cost };
    const given = await this.inTurn(lane, () => derive(password, salt, cost));
    return timingSafeEqual(given, key) && stored !== null;
  }

  private async inTurn<T>(lane: HashLane, work: () => Promise<T>): Promise<T> {
    if (this.atOnce >= MAX_AT_ONCE) await this.queue(lane);
    else this.atOnce += 1;
    try {
      return await work();
    } finally {
      // The next in the queue takes the place.
      const next = this.shift();
      if (next) next.start();
      else this.atOnce -= 1;
    }
  }

  private queue({ key, isKnown }: HashLane): Promise<void> {
    const turns = this.waiting.filter((other) => other.key === key).map(({ turn }) => turn);
    const turn = isKnown ? 0 : 1 + Math.max(this.turn, ...turns);
    if (this.waiting.length >= MAX_WAITING) this.makeRoom(turn);
    return new Promise((start, reject) => this.waiting.push({ turn, key, start, refuse: () => reject(tooMany()) }));
  }

  /** Rejects the request with the latest turn. @throws UNAVAILABLE if that is the newcomer. */
  private makeRoom(turn: number): void {
    const last = this.waiting.reduce((latest, other) => (other.turn >= latest.turn ? other : latest));
    if (last.turn <= turn) throw tooMany();
    this.waiting.splice(this.waiting.indexOf(last), 1);
    last.refuse();
  }

  private shift(): Waiting | undefined {
    if (this.waiting.length === 0) return undefined;
    const next = this.waiting.reduce((first, other) => (other.turn < first.turn ? other : first));
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.turn = Math.max(this.turn, next.turn);
    return next;
  }
}

const tooMany = (): AppError => {
  const message = 'Too many people are signing in right now; try again in a few seconds.';
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 5 });
};

/** Normalizes the ways to type a letter (NFKC, as in RFC 8265). */
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
