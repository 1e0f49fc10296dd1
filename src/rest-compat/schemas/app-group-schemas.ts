import { type Static, Type } from 'typebox';
import { Id, Ids } from './common-schemas.js';

export const AppGroupBody = Type.Object({ name: Type.String(), all_apps: Type.Boolean(), app_ids: Ids });
export type AppGroupBody = Static<typeof AppGroupBody>;

export const AppGroupAnswer = Type.Object({
  id: Id,
  name: Type.String(),
  all_apps: Type.Boolean(),
  app_ids: Type.String({ description: 'Ids joined by commas; empty if none.' }),
  archived: Type.Boolean(),
});
export type AppGroupAnswer = Static<typeof AppGroupAnswer>;
