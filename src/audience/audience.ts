import type { EntityManager } from 'typeorm';
import type { RunAudience } from '../entities/run-snapshot.js';
import type { CompileContext, FilterCondition, FilterValues } from './filter.js';
import { FILTERS, type FilterName } from './filters/index.js';

/** The filters that a device must pass to be reached. A filter that is not used is absent. */
export type Audience = readonly UsedFilter[];

export interface UsedFilter extends FilterCondition {
  readonly filter: FilterName;
}

/** Every active device. */
export const EVERYONE: Audience = [];

/** The current settings of all filters, by name, for the snapshot of a run. */
export const keepFilters = async (
  manager: EntityManager,
  values: FilterValues,
): Promise<Omit<RunAudience, 'appIds'>> => {
  const kept: Record<string, unknown> = {};
  for (const { name, keep } of FILTERS) if (keep) kept[name] = await keep(values, manager);
  return kept;
};

/** Compiles a run's filters into conditions. A filter added after the run was created lets every device pass. */
export const compileAudience = async (kept: RunAudience, context: CompileContext): Promise<Audience> => {
  const used: UsedFilter[] = [];
  for (const { name, keep, compile } of FILTERS) {
    if (keep && kept[name] === undefined) continue;
    const condition = await compile(kept[name], context);
    if (condition) used.push({ filter: name, ...condition });
  }
  return used;
};

/** The external users that the audience is limited to; null: it is not limited to users. */
export const usersOf = (audience: Audience): readonly string[] | null =>
  audience.find(({ users }) => users)?.users ?? null;
