import { inList } from '../../database/in-list.js';
import type { CategoryText } from '../../entities/category.js';
import { resolveWall } from '../../schedule/local-to-instant.js';
import type { Dimension, DimensionContext, ReportSubject } from './dimension.js';
import { dayOf } from './report-period.js';

type Named = ReadonlyMap<string, ReportSubject>;

/** Reads the names of rows of a table that belong to the account. */
const namesIn =
  (table: 'app' | 'scheduler') =>
  async (keys: readonly string[], { database, userId }: DimensionContext): Promise<Named> => {
    if (keys.length === 0) return new Map();
    const sql = `SELECT id, name FROM ${table} WHERE user_id = ? AND id IN ${inList(keys)}`;
    const rows = await database.query<{ id: number; name: string | null }>(sql, [userId, ...keys.map(Number)]);
    return new Map(rows.map(({ id, name }) => [String(id), { name }]));
  };

/** The console names no push, so the title stands in. */
const namesOfPushes = async (keys: readonly string[], { database, userId }: DimensionContext): Promise<Named> => {
  if (keys.length === 0) return new Map();
  const sql = `SELECT p.id, COALESCE(p.name, NULLIF(t.title, '')) AS name FROM push p
    LEFT JOIN push_translation t ON t.push_id = p.id AND t.language = p.default_lang
    WHERE p.user_id = ? AND p.id IN ${inList(keys)}`;
  const rows = await database.query<{ id: number; name: string | null }>(sql, [userId, ...keys.map(Number)]);
  return new Map(rows.map(({ id, name }) => [String(id), { name }]));
};

const namesOfCategories = async (keys: readonly string[], { database, userId }: DimensionContext): Promise<Named> => {
  if (keys.length === 0) return new Map();
  const sql = `SELECT id, names FROM category WHERE user_id = ? AND id IN ${inList(keys)}`;
  const rows = await database.query<{ id: number; names: string }>(sql, [userId, ...keys.map(Number)]);
  const nameOf = (names: string): string | null => (JSON.parse(names) as CategoryText[])[0]?.text ?? null;
  return new Map(rows.map(({ id, names }) => [String(id), { name: nameOf(names) }]));
};

const describeRuns = async (keys: readonly string[], { database, userId }: DimensionContext): Promise<Named> => {
  if (keys.length === 0) return new Map();
  const rows = await database.query<{ id: number; due_at: number; name: string | null }>(
    `SELECT r.id, r.due_at, s.name FROM run r LEFT JOIN scheduler s ON s.id = r.scheduler_id
     WHERE r.user_id = ? AND r.id IN ${inList(keys)}`,
    [userId, ...keys.map(Number)],
  );
  return new Map(rows.map(({ id, due_at, name }) => [String(id), { name, startsAt: new Date(Number(due_at)) }]));
};

/** The ways to divide the counts of reports into rows (docs/reports.md). */
export const DIMENSIONS: readonly Dimension[] = [
  {
    name: 'CAMPAIGN',
    description: 'The scheduler. Messages that were sent at once have none.',
    needs: [],
    key: () => 'CASE WHEN r.scheduler_id > 0 THEN r.scheduler_id ELSE 0 END',
    nodeType: 'Scheduler',
    isOrdered: false,
    describe: namesIn('scheduler'),
  },
  {
    name: 'PUSH',
    description: 'The push. Messages that were sent at once have none.',
    needs: ['push_id'],
    key: ({ column }) => column('push_id'),
    nodeType: 'Push',
    isOrdered: false,
    describe: namesOfPushes,
  },
  {
    name: 'VARIANT',
    description:
      'The push, for runs with an experiment; the keys `-1`, `-2` and `-3` are the control group, the holdout, and conversions after the decision. All other runs have the key `0`.',
    needs: ['variant'],
    key: ({ column }) => column('variant'),
    nodeType: 'Push',
    isOrdered: false,
    describe: namesOfPushes,
  },
  {
    name: 'CATEGORY',
    description:
      'The category that the push has now, or that a message that was sent at once had. Deleted pushes have none.',
    needs: ['push_id'],
    join: ({ column }) => `LEFT JOIN push p ON p.id = ${column('push_id')}`,
    key: ({ dialect, column }) =>
      `CASE WHEN ${column('push_id')} = 0 THEN COALESCE(${dialect.jsonAt('r.pushes', '$[0].category.id')} + 0, 0) ELSE COALESCE(p.category_id, 0) END`,
    nodeType: 'Category',
    isOrdered: false,
    describe: namesOfCategories,
  },
  {
    name: 'APPLICATION',
    description: 'The application.',
    needs: ['app_id'],
    key: ({ column }) => column('app_id'),
    nodeType: 'App',
    isOrdered: false,
    describe: namesIn('app'),
  },
  {
    name: 'LANGUAGE',
    description: 'The language of the translation. Receipts do not include it, so their measures are null.',
    needs: ['language'],
    key: ({ column }) => column('language'),
    nodeType: null,
    isOrdered: false,
    describe: async (keys) => new Map(keys.map((key) => [key, { name: key }])),
  },
  {
    name: 'RUN',
    description: 'The run. Auto-push has one for each hour.',
    needs: [],
    key: () => 'r.id',
    nodeType: 'Run',
    isOrdered: false,
    describe: describeRuns,
  },
  {
    name: 'DAY',
    description: 'The day on which the run began, on the clock of the time zone.',
    needs: [],
    key: ({ timeline }) => dayOf('r.due_at', timeline),
    nodeType: null,
    isOrdered: true,
    describe: async (keys, { timeline }) =>
      new Map(
        keys.map((key) => {
          const name = new Date(Number(key)).toISOString().slice(0, 10);
          return [key, { name, startsAt: new Date(resolveWall(timeline, Number(key)).instant) }];
        }),
      ),
  },
];
