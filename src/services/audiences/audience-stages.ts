import type { AudienceSpec } from '../../audience/audience-spec.js';
import { AUDIENCE_FILTERS } from '../../audience/compile-audience.js';
import type { Condition } from '../../audience/condition.js';

/** How many devices are left after each of these, in this order; filters that the audience does not use are absent. */
export type StageName = 'registered' | 'externalIds' | 'active' | 'country' | 'language' | 'tags' | 'events';

export interface Stage {
  readonly name: StageName;
  readonly condition: Condition;
}

const FILTER_STAGES = ['country', 'language', 'tags', 'events'] as const satisfies readonly StageName[];

/** After the devices of an application that were active at all: what each filter asks. */
export const toStages = (audience: AudienceSpec, devicesActiveSince: number): Stage[] => [
  { name: 'active', condition: { sql: 'd.active = 1 AND d.seen_at > ?', parameters: [devicesActiveSince] } },
  ...FILTER_STAGES.flatMap((name) => {
    const condition = AUDIENCE_FILTERS[name](audience);
    return condition ? [{ name, condition }] : [];
  }),
];

/** Of a device row `d`: how many stages, one after the other, it passes. What is NULL does not pass. */
export const stagesPassed = (stages: readonly Stage[]): Condition => ({
  sql: stages.reduceRight(
    (deeper, { condition }, index) => `CASE WHEN ${condition.sql} THEN ${deeper} ELSE ${index} END`,
    String(stages.length),
  ),
  parameters: stages.flatMap(({ condition }) => condition.parameters),
});
