import { type AlertKindDefinition, MAX_FINDINGS } from '../alert-kind.js';

const MINUTE_MS = 60_000;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly pause_reason: string | null;
}

export const appPaused: AlertKindDefinition = {
  name: 'APP_PAUSED',
  description: 'An application has been paused for `minutes`, because its provider refuses all of its messages.',
  settings: { minutes: { min: 0, max: 1_440 } },
  find: async ({ database, rule, now }) => {
    const rows = await database.query<Row>(
      `SELECT id, name, pause_reason FROM app WHERE user_id = ? AND archived = 0 AND paused_until > ?
       AND paused_since <= ? ${rule.appId === null ? '' : 'AND id = ?'} ORDER BY id LIMIT ${MAX_FINDINGS}`,
      [rule.userId, now, now - Number(rule.minutes) * MINUTE_MS, ...(rule.appId === null ? [] : [rule.appId])],
    );
    return rows.map(({ id, name, pause_reason: reason }) => ({
      appId: Number(id),
      runId: null,
      facts: { name, reason },
    }));
  },
  describe: ({ name, reason }) =>
    `The application "${name}" is paused: its provider refuses its messages${reason ? ` (${reason})` : ''}.`,
};
