import type { Category } from '../../entities/category.js';
import type { CategoryChoice } from '../../entities/category-choice.js';
import type { RowOf } from '../../entities/column-types.js';
import { type CategoryKind, type Choice, settleChoice } from '../../ports/preferences.js';
import { textIn } from '../categories/category-texts.js';

export interface PreferenceItem {
  readonly categoryId: number;
  readonly key: string;
  /** In the language that was asked for, or in the first one. */
  readonly name: string;
  /** Empty: the category has none. */
  readonly description: string;
  readonly kind: CategoryKind;
  /** Its own choice, whether or not all marketing is off. */
  readonly choice: Choice;
  /** Nobody has chosen, so the default of the category applies. */
  readonly isDefault: boolean;
}

/** A choice that somebody made, with when and where; null: nobody has. */
export interface SettledChoice {
  /** null: all marketing. */
  readonly category: Category | null;
  readonly choice: Choice;
  readonly made: Pick<CategoryChoice, 'choice' | 'source' | 'changedAt' | 'subjectKind'> | null;
}

export type ChoiceRow = RowOf<CategoryChoice>;

/** The choice that applies, from those of the user and of the device about one category. */
export const settleRows = (rows: readonly ChoiceRow[], category: Category | null, hasUser: boolean) => {
  const [user, device] = (['user', 'device'] as const).map((kind) => rows.find((row) => row.subject_kind === kind));
  const isOptional = category?.kind !== 'TRANSACTIONAL';
  const chosen = isOptional ? settleChoice({ user: user?.choice, device: device?.choice }, hasUser) : undefined;
  const row = [user, device].find((one) => chosen !== undefined && one?.choice === chosen);
  const made = row && {
    choice: row.choice,
    source: row.source,
    changedAt: new Date(Number(row.changed_at)),
    subjectKind: row.subject_kind,
  };
  return { choice: chosen ?? category?.defaultChoice ?? 'ON', made: made ?? null };
};

export const toItem = (
  { id, code, names, descriptions, kind }: Category,
  { choice, isDefault, language }: { choice: Choice; isDefault: boolean; language: string | null },
): PreferenceItem => ({
  categoryId: id,
  key: code,
  name: textIn(names, language) ?? code,
  description: textIn(descriptions, language) ?? '',
  kind,
  choice,
  isDefault,
});
