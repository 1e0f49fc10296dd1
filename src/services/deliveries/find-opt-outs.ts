import type { Database } from '../../database/database.js';
import { ALL_MARKETING_NAME } from '../../delivery/judgement/opted-out.js';
import type { CategoryChoice } from '../../entities/category-choice.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Device } from '../../entities/device.js';
import type { Run } from '../../entities/run.js';
import { ALL_MARKETING, type ChoiceSource, type SubjectKind } from '../../ports/preferences.js';

/** A choice of OFF that applies to a device. */
export interface OptOut {
  readonly categoryId: number;
  /** Its key; its number if it has been deleted. */
  readonly category: string;
  readonly subjectKind: SubjectKind;
  readonly changedAt: Date;
  readonly source: ChoiceSource;
}

type OptOutRow = Pick<RowOf<CategoryChoice>, 'category_id' | 'subject_kind' | 'changed_at' | 'source'> & {
  readonly code: string | null;
};

/** The choices OFF of a device and its user: all marketing first, and the user's before the device's. */
export const findOptOuts = async (
  database: Database,
  { userId }: Pick<Run, 'userId'>,
  { id, externalUserId }: Pick<Device, 'id' | 'externalUserId'>,
): Promise<OptOut[]> => {
  const of = 'x.user_id = ? AND x.subject_kind = ? AND x.subject = ?';
  const sql = `SELECT x.category_id, x.subject_kind, x.changed_at, x.source, c.code
    FROM category_choice x LEFT JOIN category c ON c.id = x.category_id
    WHERE ((${of}) OR (${of})) AND x.choice = 'OFF' ORDER BY x.category_id, x.subject_kind DESC`;
  const subjects = [userId, 'user', externalUserId ?? '', userId, 'device', String(id)];
  const rows = await database.query<OptOutRow>(sql, subjects);
  return rows.map(({ category_id, subject_kind, changed_at, source, code }) => ({
    categoryId: Number(category_id),
    category: Number(category_id) === ALL_MARKETING ? ALL_MARKETING_NAME : (code ?? String(category_id)),
    subjectKind: subject_kind,
    changedAt: new Date(Number(changed_at)),
    source,
  }));
};
