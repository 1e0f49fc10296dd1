import type { FilterField } from '../../audience/filters/index.js';
import type { SqlFragment } from '../../database/sql.js';
import { languageMatches } from '../../text/language.js';

/** A part of a WHERE over `scheduler s`. */
export type Condition = SqlFragment;

/** Matches part of the name, ignoring case; INSTR instead of LIKE, so that `%` and `_` match themselves. */
export const byName = (part: string): Condition => ({
  sql: 'INSTR(s.name_folded, ?) > 0',
  parameters: [part.toLowerCase()],
});

/**
 * Schedulers whose applications include this one (docs/rules.md#scheduler-apps): never an archived one or another
 * user's.
 */
export const byApp = (userId: number, appId: number): Condition => {
  const active: Condition = {
    sql: 'EXISTS (SELECT 1 FROM app a WHERE a.id = ? AND a.user_id = ? AND a.archived = 0)',
    parameters: [appId, userId],
  };
  const app = { id: { sql: '?', parameters: [appId] }, text: { sql: '?', parameters: [String(appId)] } };
  return all([active, containing(app)]);
};

/** Returns the condition for each row of `app a`, which must belong to the scheduler's user. */
export const byEachApp = (): string => {
  const app = { id: { sql: 'a.id', parameters: [] }, text: { sql: 'CAST(a.id AS CHAR)', parameters: [] } };
  return `a.archived = 0 AND ${containing(app).sql}`;
};

const containing = ({ id, text }: { readonly id: SqlFragment; readonly text: SqlFragment }): Condition => {
  const named = (field: FilterField): Condition => hasValue(field, `f.value = ${text.sql}`, text.parameters);
  const inGroup = (field: FilterField): Condition =>
    hasValue(
      field,
      `EXISTS (SELECT 1 FROM app_group g WHERE g.id = f.value AND g.user_id = s.user_id AND g.archived = 0
         AND (g.all_apps = 1 OR EXISTS (SELECT 1 FROM app_group_member m WHERE m.group_id = g.id AND m.app_id = ${id.sql})))`,
      id.parameters,
    );
  const everything: Condition = { sql: 's.all_apps = 1', parameters: [] };
  return all([
    any([everything, named('app_ids_include'), inGroup('app_groups_include')]),
    not(named('app_ids_exclude')),
    not(inGroup('app_groups_exclude')),
  ]);
};

/** @param country in capitals. */
export const byCountry = (country: string): Condition => {
  const named = (field: FilterField): Condition => hasValue(field, 'UPPER(f.value) = ?', [country]);
  const unfiltered = not(hasValue('countries_include', '1 = 1', []));
  return all([any([unfiltered, named('countries_include')]), not(named('countries_exclude'))]);
};

/** @param known every spelling in the lists of these schedulers. */
export const byLanguage = (language: string, known: readonly string[]): Condition => {
  const matching = known.filter((tag) => languageMatches(tag, language));
  const marks = matching.map(() => '?').join(', ');
  const named = (field: FilterField): Condition =>
    matching.length === 0 ? NEVER : hasValue(field, `f.value IN (${marks})`, matching);
  const unfiltered = not(hasValue('languages_include', '1 = 1', []));
  return all([any([unfiltered, named('languages_include')]), not(named('languages_exclude'))]);
};

const NEVER: Condition = { sql: '1 = 0', parameters: [] };

const hasValue = (field: FilterField, matches: string, parameters: readonly unknown[]): Condition => ({
  sql: `EXISTS (SELECT 1 FROM scheduler_filter f WHERE f.scheduler_id = s.id AND f.field = '${field}' AND ${matches})`,
  parameters,
});

const not = ({ sql, parameters }: Condition): Condition => ({ sql: `NOT ${sql}`, parameters });

const join =
  (word: 'AND' | 'OR') =>
  (conditions: readonly Condition[]): Condition => ({
    sql: `(${conditions.map((condition) => condition.sql).join(` ${word} `)})`,
    parameters: conditions.flatMap((condition) => condition.parameters),
  });

const all = join('AND');
const any = join('OR');
