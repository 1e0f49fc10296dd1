import { groupBy } from '../../collections.js';
import { select, type Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Run } from '../../entities/run.js';
import type { RunDefaults } from '../../entities/run-snapshot.js';
import type { MessageDefaults } from '../../ports/message-fields.js';

/** The default values of applications by id. */
export type DefaultsByApp = ReadonlyMap<number, MessageDefaults>;

type Given = Pick<App, 'id' | 'messageDefaults'>;

/** Reads the default values of applications for the snapshot of a run, so that every attempt of a message is the same. */
export const loadRunDefaults = async (
  tx: Tx,
  { userId, appIds }: { userId: number; appIds: readonly number[] },
): Promise<RunDefaults> => {
  const sql = 'SELECT id, message_defaults FROM app WHERE user_id = ? AND message_defaults IS NOT NULL';
  const rows = await select<{ id: number; message_defaults: string }>(tx, sql, [userId]);
  const apps = rows.map(({ id, message_defaults: text }) => ({ id: Number(id), messageDefaults: JSON.parse(text) }));
  return toRunDefaults(apps, new Set(appIds));
};

/** Applications often have the same defaults, and an account may have thousands of applications. */
export const toRunDefaults = (apps: readonly Given[], among: ReadonlySet<number>): RunDefaults => {
  const wanted = apps.filter(({ id, messageDefaults }) => messageDefaults !== null && among.has(id));
  return [...groupBy(wanted, ({ messageDefaults }) => JSON.stringify(messageDefaults))].map(([text, alike]) => ({
    appIds: alike.map(({ id }) => id),
    values: JSON.parse(text) as MessageDefaults,
  }));
};

/** Returns the default values that a run began with; undefined: an earlier release made its snapshot. */
export const defaultsOfRun = ({ audience, target }: Pick<Run, 'audience' | 'target'>): DefaultsByApp | undefined => {
  const kept = target?.messageDefaults ?? audience?.messageDefaults;
  return kept && new Map(kept.flatMap(({ appIds, values }) => appIds.map((id) => [id, values] as const)));
};
