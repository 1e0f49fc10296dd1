import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import {
  ALL_MARKETING,
  CHOICES,
  type Choice,
  type MadeChoices,
  type SubjectKind,
  settleChoice,
} from '../../ports/preferences.js';
import type { Pair, PreparedPush } from './pair.js';
import { type Answer, type Drop, GO, type JudgementRule } from './rule.js';
import { readUsers, type Users } from './users.js';

/** The detail of a drop because of an opt-out from all marketing, instead of the key of a category. */
export const ALL_MARKETING_NAME = 'all marketing';

/**
 * Drops what people have turned off. Every page reads their choices, because a choice counts in every process at once.
 * A page whose account has no opt-outs costs one look into an index.
 */
export const optedOut: JudgementRule = {
  name: 'opted-out',
  asked: 'page',
  texts: { 'RULE:OPTED_OUT': 'opted out of {detail}', 'RULE:NOT_OPTED_IN': 'not opted in to {detail}' },
  outcomes: { OPTED_OUT: { logByte: 64, description: 'The user or device has turned off messages of this category.' } },
  open: ({ appId, pairs, run: { userId } }, { database }) => {
    const pushes = [...new Set(pairs.map(({ push }) => push))].filter(isOptional);
    return pushes.length === 0 ? null : (judged) => judge({ database, userId, appId, pushes }, judged);
  },
};

const isOptional = ({ category }: PreparedPush): boolean => category?.kind !== 'TRANSACTIONAL';
const isMarketing = ({ category }: PreparedPush): boolean => (category?.kind ?? 'MARKETING') === 'MARKETING';
const defaultOf = ({ category }: PreparedPush): Choice => category?.default ?? 'ON';

const KINDS = ['user', 'device'] as const satisfies readonly SubjectKind[];

const SUBJECT_OF = {
  user: ({ deviceId }, users) => users.get(deviceId),
  device: ({ deviceId }) => String(deviceId),
} as const satisfies Record<SubjectKind, (pair: Pair, users: Users) => string | undefined>;

interface Asked {
  readonly database: Pick<Database, 'query' | 'rows' | 'dialect'>;
  readonly userId: number;
  readonly appId: number;
  /** The pushes that people can turn off. */
  readonly pushes: readonly PreparedPush[];
}

const judge = async (asked: Asked, pairs: readonly Pair[]): Promise<readonly Answer[]> => {
  const isByDefault = asked.pushes.every((push) => defaultOf(push) === 'ON');
  const kinds = await findKinds(asked, isByDefault ? ['OFF'] : CHOICES);
  if (isByDefault && kinds.length === 0) return pairs.map(() => GO);
  const { database, appId } = asked;
  const deviceIds = pairs.map(({ deviceId }) => deviceId);
  const users = kinds.length === 0 ? NOBODY : await readUsers(database, appId, deviceIds);
  const choices = await readChoices(asked, { pairs, users, kinds });
  return pairs.map((pair) => (isOptional(pair.push) ? answer(pair, { users, choices }) : GO));
};

const categoriesOf = (pushes: readonly PreparedPush[]): number[] => [
  ...new Set(
    pushes.flatMap((push) => [push.category?.id ?? ALL_MARKETING, ...(isMarketing(push) ? [ALL_MARKETING] : [])]),
  ),
];

/** Finds out whether users, devices or both have made such choices about these categories. Each kind is one seek. */
const findKinds = async ({ database, userId, pushes }: Asked, made: readonly Choice[]): Promise<SubjectKind[]> => {
  const ids = categoriesOf(pushes);
  const sql = `EXISTS (SELECT 1 FROM category_choice WHERE user_id = ? AND category_id IN ${inList(ids)}
    AND choice IN ${inList(made)} AND subject_kind = ?)`;
  const parameters = KINDS.flatMap((kind) => [userId, ...ids, ...made, kind]);
  const columns = KINDS.map((kind) => `${sql} AS of_${kind}`).join(', ');
  const [found] = await database.query<Readonly<Record<string, unknown>>>(`SELECT ${columns}`, parameters);
  return KINDS.filter((kind) => Number(found?.[`of_${kind}`]) === 1);
};

const NOBODY: Users = new Map();

interface ChoiceRow {
  readonly subject_kind: SubjectKind;
  readonly subject: string;
  readonly category_id: number;
  readonly choice: Choice;
}

/** The keys contain kind, subject and category. */
type Choices = ReadonlyMap<string, Choice>;

const keyOf = (kind: SubjectKind, subject: string, categoryId: number): string => `${kind} ${categoryId} ${subject}`;

const readChoices = async (
  { database, userId, pushes }: Asked,
  { pairs, users, kinds }: { pairs: readonly Pair[]; users: Users; kinds: readonly SubjectKind[] },
): Promise<Choices> => {
  const ids = categoriesOf(pushes);
  const parts = kinds.flatMap((kind) => {
    const subjects = [...new Set(pairs.flatMap((pair) => SUBJECT_OF[kind](pair, users) ?? []))];
    if (subjects.length === 0) return [];
    const { sql, parameters } = database.dialect.among('subject', subjects);
    // The sign keeps SQLite on the primary key, where the choices of a subject are together.
    const where = `user_id = ? AND subject_kind = ? AND ${sql} AND +category_id IN ${inList(ids)}`;
    const from = `category_choice ${database.dialect.forcePrimary}`;
    return {
      sql: `SELECT subject_kind, subject, category_id, choice FROM ${from} WHERE ${where}`,
      parameters: [userId, kind, ...parameters, ...ids],
    };
  });
  if (parts.length === 0) return new Map();
  const sql = parts.map((part) => part.sql).join(' UNION ALL ');
  const rows = await database.query<ChoiceRow>(
    sql,
    parts.flatMap(({ parameters }) => parameters),
  );
  return new Map(rows.map((row) => [keyOf(row.subject_kind, row.subject, Number(row.category_id)), row.choice]));
};

interface Made {
  readonly users: Users;
  readonly choices: Choices;
}

const answer = (pair: Pair, made: Made): Answer => {
  const { push } = pair;
  if (isMarketing(push) && settled(pair, made, ALL_MARKETING) === 'OFF')
    return drop('RULE:OPTED_OUT', ALL_MARKETING_NAME);
  const { category } = push;
  if (!category) return GO;
  const chosen = settled(pair, made, category.id);
  if (chosen === 'OFF') return drop('RULE:OPTED_OUT', category.key);
  return (chosen ?? category.default) === 'ON' ? GO : drop('RULE:NOT_OPTED_IN', category.key);
};

const settled = ({ deviceId }: Pair, { users, choices }: Made, categoryId: number): Choice | undefined => {
  const user = users.get(deviceId) ?? null;
  const made: MadeChoices = {
    user: user === null ? undefined : choices.get(keyOf('user', user, categoryId)),
    device: choices.get(keyOf('device', String(deviceId), categoryId)),
  };
  return settleChoice(made, user !== null);
};

const drop = (code: Drop['code'], detail: string): Drop => ({ kind: 'drop', outcome: 'OPTED_OUT', code, detail });
