import { type Static, Type } from 'typebox';
import { Id, Name } from '../common-schemas.js';

export const AppGroupBody = Type.Object(
  {
    name: Name,
    all_apps: Type.Boolean({ description: 'true: the group consists of all active applications.' }),
    app_ids: Type.Array(Id, {
      maxItems: 10_000,
      description: 'Ids of the applications; at least one if `all_apps` is false.',
    }),
  },
  { title: 'AppGroupInput' },
);
export type AppGroupBody = Static<typeof AppGroupBody>;

export const AppGroupAnswer = Type.Object(
  {
    id: Id,
    name: Type.String(),
    all_apps: Type.Boolean(),
    app_ids: Type.String({
      description: 'Ids of the applications, separated by commas; empty if there are none.',
      examples: ['1,2,7', ''],
    }),
    archived: Type.Boolean(),
  },
  { title: 'AppGroup' },
);
export type AppGroupAnswer = Static<typeof AppGroupAnswer>;
