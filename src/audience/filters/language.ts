import type { AudienceFilter } from '../compile-audience.js';
import { all, any, type Condition, isIn, not } from '../condition.js';

/** `pt` reaches `pt-BR` too; `pt-BR` only itself (decision 7). Tags are canonical on both sides. */
export const languageFilter: AudienceFilter = ({ languages: { include, exclude } }) => {
  const parts = [];
  if (include !== null) parts.push(speaksAny(include));
  if (exclude.length > 0) parts.push(not(speaksAny(exclude)));
  return parts.length === 0 ? null : all(parts);
};

const LANGUAGE = "COALESCE(d.language, '')";

const speaksAny = (tags: readonly string[]): Condition => {
  const primary = tags.filter((tag) => !tag.includes('-'));
  const regional = primary.map((tag) => ({ sql: `${LANGUAGE} LIKE ?`, parameters: [`${tag}-%`] }));
  return any([isIn(LANGUAGE, tags), ...regional]);
};
