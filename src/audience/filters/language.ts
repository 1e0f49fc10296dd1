import type { AudienceFilter } from '../compile-audience.js';
import { all, any, type Condition, isIn, not } from '../condition.js';

/** `pt` reaches `pt-BR` too; `pt-BR` only itself (docs/rules.md#language-match). Tags are canonical on both sides. */
export const languageFilter: AudienceFilter = ({ languages: { include, exclude } }) => {
  const parts = [];
  if (include !== null) parts.push(speaksAny(include));
  if (exclude.length > 0) parts.push(not(speaksAny(exclude)));
  return parts.length === 0 ? null : all(parts);
};

const LANGUAGE = "COALESCE(d.language, '')";

/** `pt` of `pt-BR`; empty for `pt` itself, which the other half of the condition finds. */
const PRIMARY = `SUBSTR(${LANGUAGE}, 1, INSTR(${LANGUAGE}, '-') - 1)`;

/** Two lists, not one `LIKE` a language: SQLite takes no more than 1,000 conditions in a row, a list has up to 10,000. */
const speaksAny = (tags: readonly string[]): Condition =>
  any([
    isIn(LANGUAGE, tags),
    isIn(
      PRIMARY,
      tags.filter((tag) => !tag.includes('-')),
    ),
  ]);
