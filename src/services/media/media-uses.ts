import { execute, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import { MEDIA_USE_TABLE } from '../../entities/media.js';
import type { PushInput } from '../pushes/push-rules.js';

/** The public address of an image, on whatever host. */
const ADDRESS = /\/media\/([0-9a-f]{64})(?![0-9a-f])/g;

/** Records which uploaded images a push shows. @param former true: the push replaces an earlier version. */
export const noteMediaUses = async (tx: Tx, pushId: number, input: PushInput, former = false): Promise<void> => {
  if (former) await execute(tx, 'DELETE FROM media_use WHERE push_id = ?', [pushId]);
  const hashes = findHashes(input);
  if (hashes.size === 0) return;
  const rows = [...hashes].map((hash) => ({ hash, pushId }));
  await insertRows(tx, MEDIA_USE_TABLE, rows);
};

/** Searches every address, including those of buttons, which have icons. */
const findHashes = (input: PushInput): ReadonlySet<string> => {
  const found = new Set<string>();
  const search = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.includes('/media/')) for (const [, hash = ''] of value.matchAll(ADDRESS)) found.add(hash);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(search);
  };
  search(input);
  return found;
};

/** Copies the records of the pushes of one scheduler to their copies in another. */
export const copyMediaUses = (tx: Tx, [fromScheduler, toScheduler]: readonly [number, number]) =>
  execute(
    tx,
    `INSERT INTO media_use (hash, push_id) SELECT u.hash, n.id FROM push p
     JOIN push n ON n.scheduler_id = ? AND n.position = p.position
     JOIN media_use u ON u.push_id = p.id WHERE p.scheduler_id = ? AND p.archived = 0`,
    [toScheduler, fromScheduler],
  );
