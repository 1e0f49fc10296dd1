/** Whole rows fetch every column, like a loader that does not know the fields; otherwise only this query's columns. */
const WHOLE_ROWS = process.env.RIVAL_ROWS === 'whole';

export const RIVAL_COLUMNS = WHOLE_ROWS
  ? { schedulers: 't.*', pushes: 't.*' }
  : {
      schedulers: 'id, kind, name, active, created_at',
      pushes: 'id, default_lang, status, scheduler_id, position',
    };
