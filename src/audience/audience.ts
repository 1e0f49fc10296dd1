import type { EntityManager } from 'typeorm';
import type { RunAudience } from '../entities/run-snapshot.js';
import type { CompileContext, FilterCondition, FilterValues } from './filter.js';
import { FILTERS, type FilterName } from './filters/index.js';

/** Who is to be reached: those that pass each of these. A filter that is not used is absent. */
export type Audience = readonly UsedFilter[];

export interface UsedFilter extends FilterCondition {
  readonly filter: FilterName;
}

/** Every active device. */
export const EVERYONE: Audience = [];

/** The filters as they are now, by name: what a run keeps of them. */
export const keepFilters = async (
  manager: EntityManager,
  values: FilterValues,
): Promise<Omit<RunAudience, 'appIds'>> => {
  const kept: Record<string, unknown> = {};
  for (const { name, keep } of FILTERS) if (keep) kept[name] = await keep(values, manager);
  return kept;
};

/** Filters as conditions. One that is younger than the run lets every device pass. */
export const compileAudience = async (kept: RunAudience, context: CompileContext): Promise<Audience> => {
  const used: UsedFilter[] = [];
  for (const { name, keep, compile } of FILTERS) {
    if (keep && kept[name] === undefined) continue;
    const condition = await compile(kept[name], context);
    if (condition) used.push({ filter: name, ...condition });
  }
  return used;
};

/** The only external users that it reaches; null: of all, and of none. */
export const usersOf = (audience: Audience): readonly string[] | null =>
  audience.find(({ users }) => users)?.users ?? null;
