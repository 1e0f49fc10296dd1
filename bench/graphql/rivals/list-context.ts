import DataLoader from 'dataloader';
import { findUser } from '../../rest/bare/bare-caller.js';
import type { BareDatabase } from '../../rest/bare/bare-database.js';
import { listPushes, type Page } from './list-data.js';
import { RIVAL_COLUMNS } from './rival-columns.js';

/** The state of one request. */
export interface ListContext {
  readonly database: BareDatabase;
  readonly userId: number;
  readonly pushPages: (first: number) => DataLoader<number, Page>;
}

/** @throws for an invalid key */
export const createListContext = async (
  database: BareDatabase,
  authorization: string | undefined,
): Promise<ListContext> => {
  const userId = await findUser(database, authorization);
  if (userId === null) throw new Error('unauthenticated');
  const loaders = new Map<number, DataLoader<number, Page>>();
  return {
    database,
    userId,
    pushPages: (first) => {
      const known = loaders.get(first);
      if (known) return known;
      const loader = new DataLoader((ids: readonly number[]) =>
        listPushes(database, ids, { first, columns: RIVAL_COLUMNS.pushes }),
      );
      loaders.set(first, loader);
      return loader;
    },
  };
};
