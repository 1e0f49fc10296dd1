/** A device in the terms of docs/segments.md, without SQL. */
export interface OracleSubject {
  readonly id: number;
  readonly appId: number;
  readonly country: string | null;
  readonly language: string | null;
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly timezone: string | null;
  readonly tags: readonly string[];
  readonly seenAt: number;
  readonly registeredAt: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The instants at which each event happened. */
  readonly events: Readonly<Record<string, readonly number[]>>;
}

export type OracleTree = Readonly<Record<string, unknown>>;

export interface OracleWorld {
  readonly at: number;
  readonly tagGroups: ReadonlyMap<number, readonly string[]>;
}

const DAY = 86_400_000;

/** Whether a device matches a tree as clients write it, with numbers for ids. */
export const fits = (tree: OracleTree, subject: OracleSubject, world: OracleWorld): boolean => {
  const [[name, value] = ['', null]] = Object.entries(tree);
  if (name === 'and') return (value as OracleTree[]).every((one) => fits(one, subject, world));
  if (name === 'or') return (value as OracleTree[]).some((one) => fits(one, subject, world));
  if (name === 'not') return !fits(value as OracleTree, subject, world);
  const rule = RULES[name];
  if (!rule) throw new Error(`no rule for ${name}`);
  return rule(value as Given, subject, world);
};

// biome-ignore lint/suspicious/noExplicitAny: each condition has its own form
type Given = any;
type Rule = (given: Given, subject: OracleSubject, world: OracleWorld) => boolean;

const RULES: Readonly<Record<string, Rule>> = {
  country: (given, { country }) => given.in.includes(country),
  language: (given, { language }) =>
    language !== null && given.in.some((tag: string) => tag === language || tag === language.split('-')[0]),
  platform: (given, { platform }) => given.in.includes(platform),
  timeZone: (given, { timezone }) => given.in.includes(timezone),
  app: (given, { appId }) => given.in.includes(appId),
  tag: (given, { tags }) => given.in.some((tag: string) => tags.includes(tag)),
  tagGroup: (given, { tags }, { tagGroups }) =>
    given.in.some((id: number) => tagGroups.get(id)?.some((tag) => tags.includes(tag))),
  lastActive: (given, { seenAt }, world) => inRange(given, seenAt, world),
  registered: (given, { registeredAt }, world) => inRange(given, registeredAt, world),
  appVersion: (given, { appVersion }) => fitsVersion(given, appVersion),
  attribute: (given, { attributes }) => fitsAttribute(given, attributes[given.key]),
  event: (given, { events }, { at }) => fitsEvent(given, events[given.code] ?? [], at),
};

const inRange = ({ within, before, after }: Given, instant: number, { at }: OracleWorld): boolean => {
  if (within) return instant >= at - days(within);
  return before ? instant < before.getTime() : instant >= after.getTime();
};

const days = (delay: string): number => Number.parseInt(delay, 10) * DAY;

const numbersOf = (version: string): number[] =>
  [0, 1, 2, 3].map((index) => {
    const part = version.split('.')[index]?.slice(0, 15) ?? '';
    return Number(/^ *([+-]?\d+)/.exec(part)?.[1] ?? 0);
  });

const fitsVersion = ({ op, value }: Given, version: string | null): boolean => {
  if (version === null || !/^[0-9]/.test(version)) return op === 'NE';
  const [own, wanted] = [numbersOf(version), numbersOf(value)];
  const differing = own.findIndex((number, index) => number !== wanted[index]);
  return compare(op, differing < 0 ? 0 : (own[differing] ?? 0) - (wanted[differing] ?? 0));
};

const compare = (op: string, difference: number): boolean =>
  ({
    EQ: difference === 0,
    NE: difference !== 0,
    LT: difference < 0,
    LE: difference <= 0,
    GT: difference > 0,
    GE: difference >= 0,
  })[op] ?? false;

const fitsAttribute = ({ op, value, values }: Given, own: unknown): boolean => {
  if (op === 'EXISTS') return own !== undefined;
  if (op === 'NE') return own !== value;
  if (own === undefined) return false;
  if (op === 'IN') return values.includes(own);
  if (op === 'CONTAINS') return (own as string | string[]).includes(value);
  if (op === 'EQ') return own === value;
  return compare(op, (own as number) < value ? -1 : (own as number) > value ? 1 : 0);
};

const fitsEvent = ({ op, times = 1, within }: Given, all: readonly number[], at: number): boolean => {
  const since = within ? at - days(within) : Number.NEGATIVE_INFINITY;
  const did = all.some((instant) => instant >= since);
  if (op === 'DID') return did;
  if (op === 'DID_NOT') return !did;
  // If an event came before the window, it counts whole days, including its first day.
  const isWhole = all.every((instant) => instant >= since);
  const firstDay = Math.floor(since / DAY) * DAY;
  return did && (isWhole ? all : all.filter((instant) => instant >= firstDay)).length >= times;
};
