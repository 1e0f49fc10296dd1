import { lastUsed } from '../../collections.js';
import { type Database, select, type Tx } from '../../database/database.js';
import { type AppError, badInput } from '../../errors.js';

export interface Maximum {
  /** The noun in errors and documentation. */
  readonly noun: string;
  readonly most: number;
  /** Tells the user what to do when the maximum is reached. */
  readonly remedy: string;
}

/** Counts the rows with its `user_id`; each table has an index that begins with it. */
interface CountedMaximum extends Maximum {
  readonly table: string;
  /** Reads the highest id. It bounds every account's rows, so they are counted only if it exceeds the maximum. */
  readonly highest?: string;
}

const highestIn = (table: string): string => `SELECT MAX(id) AS id FROM ${table}`;

const DELETE = 'delete some that you no longer need';

/** How many of each noun one account may have (docs/rules.md#maxima): more than any legitimate account needs. */
export const MAXIMA = {
  apps: { noun: 'applications', most: 100_000, table: 'app', remedy: DELETE },
  appGroups: { noun: 'application groups', most: 100_000, table: 'app_group', remedy: DELETE },
  customEvents: { noun: 'custom events', most: 100_000, table: 'custom_event', remedy: DELETE },
  schedulers: { noun: 'schedulers', most: 1_000_000, table: 'scheduler', remedy: DELETE },
  pushes: { noun: 'pushes', most: 1_000_000, table: 'push', remedy: DELETE },
  drafts: { noun: 'drafts', most: 500, table: 'campaign_draft', remedy: DELETE },
  media: { noun: 'images', most: 10_000, table: 'media', remedy: DELETE },
  messageTemplates: { noun: 'message templates', most: 1_000, table: 'message_template', remedy: DELETE },
  categories: { noun: 'categories', most: 100, table: 'category', remedy: DELETE },
  alertRules: { noun: 'alert rules', most: 100, table: 'alert_rule', remedy: DELETE },
  attributeDefinitions: {
    noun: 'attribute keys',
    most: 1_000,
    table: 'attribute_definition',
    remedy: 'use existing keys',
  },
  segments: { noun: 'segments', most: 1_000, table: 'segment', remedy: DELETE },
  tags: { noun: 'tags', most: 1_000_000, table: 'tag', remedy: 'use existing tags' },
  tagGroups: { noun: 'tag groups', most: 100_000, table: 'audience_group', remedy: DELETE },
  webhooks: { noun: 'webhooks', most: 20, table: 'webhook', remedy: DELETE },
  imports: {
    noun: 'imports of devices in a year',
    most: 10_000,
    table: 'device_import',
    remedy: 'put more devices into each file',
  },
  devices: {
    noun: 'devices',
    most: 1_000_000_000,
    table: 'app a JOIN device d ON d.app_id = a.id',
    highest: "SELECT last_id AS id FROM id_sequence WHERE name = 'device'",
    remedy: 'remove some that you no longer need',
  },
  users: {
    noun: 'users',
    most: 1_000_000_000,
    table: 'end_user',
    highest: highestIn('end_user'),
    remedy: 'use existing ids',
  },
  erasures: {
    noun: 'erasures of users',
    most: 1_000_000_000,
    table: 'erasure',
    highest: highestIn('erasure'),
    remedy: 'ask the operator',
  },
} as const satisfies Record<string, CountedMaximum>;

/** Only valid or open ones count; their services count them. */
export const MAXIMA_IN_USE = {
  apiKeys: { noun: 'valid API keys', most: 100, remedy: 'revoke one that you no longer need' },
  members: { noun: 'members', most: 200, remedy: 'remove one who is no longer needed' },
  openImports: { noun: 'unfinished imports', most: 5, remedy: 'wait for one to end, or cancel it' },
} as const satisfies Record<string, Maximum>;

export const describeMaximum = ({ noun, most, remedy }: Maximum): string =>
  `An account has at most ${most.toLocaleString('en')} ${noun}; ${remedy}.`;

export interface Addition {
  readonly what: keyof typeof MAXIMA;
  readonly userId: number;
  /** The noun in the error. */
  readonly field: string;
  readonly adding?: number;
}

/**
 * Refuses rows beyond the maximum. Counting reads every row, so a count serves until a tenth of the remaining room is
 * used: at the maximum each addition counts, and several processes together stay below it. @throws BAD_USER_INPUT
 */
export const requireRoom = async (tx: Tx, database: Database, addition: Addition): Promise<void> => {
  if (!(await hasRoom(tx, database, addition))) throw noRoomFor(addition);
};

export const hasRoom = async (
  tx: Tx,
  database: Database,
  { what, userId, adding = 1 }: Omit<Addition, 'field'>,
): Promise<boolean> => {
  const known = getBudgets(database);
  const key = `${what} ${userId}`;
  const budget = known.get(key)?.left ?? 0;
  if (budget >= adding) {
    known.set(key, { left: budget - adding });
    return true;
  }
  const { most }: CountedMaximum = MAXIMA[what];
  const highest = await readHighestId(tx, MAXIMA[what]);
  const count = highest + adding <= most ? highest : await countRows(tx, MAXIMA[what], userId);
  const room = most - count - adding;
  if (room >= 0) known.set(key, { left: Math.floor(room / 10) });
  return room >= 0;
};

export const noRoomFor = ({ what, field }: Pick<Addition, 'what' | 'field'>): AppError =>
  badInput(field, describeMaximum(MAXIMA[what]), what === 'tags' ? 'TOO_MANY_TAGS' : 'TOO_MANY');

const readHighestId = async (tx: Tx, { highest }: CountedMaximum): Promise<number> => {
  if (highest === undefined) return Number.POSITIVE_INFINITY;
  const [row] = await select<{ id: number | null }>(tx, highest);
  return Number(row?.id ?? 0);
};

const countRows = async (tx: Tx, { table }: CountedMaximum, userId: number): Promise<number> => {
  const [row] = await select<{ n: number }>(tx, `SELECT COUNT(*) AS n FROM ${table} WHERE user_id = ?`, [userId]);
  return Number(row?.n);
};

type Budgets = ReturnType<typeof lastUsed<string, { readonly left: number }>>;

const MAX_KNOWN = 10_000;
const budgets = new WeakMap<Database, Budgets>();

const getBudgets = (database: Database): Budgets => {
  const known = budgets.get(database) ?? lastUsed<string, { readonly left: number }>(MAX_KNOWN);
  budgets.set(database, known);
  return known;
};
