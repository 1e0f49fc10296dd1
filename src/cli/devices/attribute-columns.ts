import type { Database } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import { AppError } from '../../errors.js';
import type { AttributeType } from '../../ports/attributes.js';
import { type AttributeColumn } from '../../services/device-imports/attribute-columns.js';
import { DEVICE_COLUMNS } from '../../services/device-imports/device-columns.js';
import { MAX_COLUMNS } from '../../services/device-imports/guess-columns.js';
import { readDeviceAttributes } from './read-devices.js';

/**
 * Finds the attributes of the devices, each with its type, so that an import reads a text `0049` as a text again. The
 * header of a CSV file comes first, so this takes a pass over the devices.
 * @throws BAD_USER_INPUT if a CSV file cannot hold all attributes.
 */
export const findAttributeColumns = async (
  database: Database,
  app: App,
  { all, types }: { readonly all: boolean; readonly types: ReadonlyMap<string, AttributeType> },
): Promise<readonly AttributeColumn[]> => {
  if (types.size === 0) return [];
  const [users, own] = [new Set<string>(), new Set<string>()];
  for await (const page of readDeviceAttributes(database, app, { all })) {
    for (const { attributes, deviceAttributes } of page) {
      for (const key in attributes) users.add(key);
      for (const key in deviceAttributes) own.add(key);
    }
  }
  const toColumns = (keys: ReadonlySet<string>, isOwn: boolean): AttributeColumn[] =>
    [...keys].sort().map((key) => ({ key, type: types.get(key) ?? null, isOwn }));
  const columns = [...toColumns(users, false), ...toColumns(own, true)];
  if (DEVICE_COLUMNS.length + columns.length <= MAX_COLUMNS) return columns;
  const message = `The devices have ${columns.length} attributes, too many for the ${MAX_COLUMNS} columns of a CSV file. Export them as JSON lines, with --format jsonl.`;
  throw new AppError('BAD_USER_INPUT', message);
};
