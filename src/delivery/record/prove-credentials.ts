import { type Database, execute } from '../../database/database.js';
import type { App } from '../../entities/app.js';

/**
 * A message went through: these credentials work. Written once for each version of them.
 * @param app as it was when the message was handed over.
 */
export const proveCredentials = async (
  database: Database,
  { id, credentialsVersion, credentialsProven }: Pick<App, 'id' | 'credentialsVersion' | 'credentialsProven'>,
): Promise<void> => {
  if (credentialsProven === credentialsVersion) return;
  const sql = 'UPDATE app SET credentials_proven = ? WHERE id = ? AND credentials_version = ?';
  await database.tx((tx) => execute(tx, sql, [credentialsVersion, id, credentialsVersion]));
};
