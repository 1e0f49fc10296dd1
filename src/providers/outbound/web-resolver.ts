import { type LookupAddress, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';

/** Node's own lookup waits on one of four threads that the whole process shares; one name at a time may do so here. */
const MAX_WAITING = 16;
const TIMEOUT_MS = 2_000;
const KEEP_MS = 30_000;
const MAX_NAMES = 1_000;

type Done = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

type Found = { readonly error: NodeJS.ErrnoException } | { readonly addresses: LookupAddress[] };

/** Queries to name servers and to the operating system; replaced in tests. */
export interface NameSources {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  lookup(name: string): Promise<LookupAddress[]>;
}

/**
 * Resolves names that devices chose. Queries name servers directly, with a deadline and without a thread, one query per
 * name at a time. Results and failures are cached briefly. Only unresolved names go to the operating system, one by
 * one.
 */
export class WebResolver {
  private readonly known = new LRUCache<string, Found>({ max: MAX_NAMES, ttl: KEEP_MS });
  private readonly asked = new Map<string, Promise<Found>>();
  private system: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @param options.hostsFile whether to look up names that name servers do not know in the hosts file. */
  constructor(
    private readonly options: { readonly hostsFile: boolean },
    private readonly sources: NameSources = systemSources(),
  ) {}

  readonly resolve = (name: string, _options: unknown, done: Done): void => {
    this.find(name).then((found) => ('error' in found ? done(found.error, []) : done(null, found.addresses)));
  };

  private find(name: string): Promise<Found> {
    const known = this.known.get(name);
    if (known) return Promise.resolve(known);
    const asked = this.asked.get(name) ?? this.ask(name);
    this.asked.set(name, asked);
    return asked;
  }

  private async ask(name: string): Promise<Found> {
    const found = await this.askBoth(name);
    this.asked.delete(name);
    this.known.set(name, found);
    return found;
  }

  private async askBoth(name: string): Promise<Found> {
    const { sources, options } = this;
    const answers = await Promise.allSettled([sources.resolve4(name), sources.resolve6(name)]);
    const addresses = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    if (addresses.length > 0) return { addresses };
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [toError(answer.reason)] : []));
    const isSettled = errors.every(({ code }) => code === 'ENOTFOUND' || code === 'ENODATA');
    const error = errors[0] ?? toError(null);
    if ((isSettled && !options.hostsFile) || this.waiting >= MAX_WAITING) return { error };
    return this.askSystem(name);
  }

  private askSystem(name: string): Promise<Found> {
    this.waiting += 1;
    const asked = this.system
      .then(() => this.sources.lookup(name))
      .then(
        (addresses): Found => ({ addresses }),
        (error: unknown): Found => ({ error: toError(error) }),
      );
    this.system = asked.then(() => {
      this.waiting -= 1;
    });
    return asked;
  }
}

const toError = (error: unknown): NodeJS.ErrnoException =>
  error instanceof Error ? error : Object.assign(new Error('no address'), { code: 'ENOTFOUND' });

const systemSources = (): NameSources => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  return {
    resolve4: (name) => resolver.resolve4(name),
    resolve6: (name) => resolver.resolve6(name),
    lookup: (name) =>
      new Promise((resolve, reject) => {
        lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
      }),
  };
};
