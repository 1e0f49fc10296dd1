/** Of whole rows everything, as by a loader that cannot know the fields; else, by hand, what this one query needs. */
const WHOLE_ROWS = process.env.RIVAL_ROWS === 'whole';

export const RIVAL_COLUMNS = WHOLE_ROWS
  ? { schedulers: 't.*', pushes: 't.*' }
  : {
      schedulers: 'id, kind, name, active, created_at',
      pushes: 'id, default_lang, status, scheduler_id, position',
    };
