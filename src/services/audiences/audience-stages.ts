import type { Audience } from '../../audience/audience.js';
import type { Condition } from '../../audience/condition.js';
import type { FilterName } from '../../audience/filters/index.js';

/** How many devices are left after each stage; filters that the audience does not use are absent. */
export type StageName = 'registered' | 'active' | FilterName;

export interface Stage {
  readonly name: StageName;
  readonly condition: Condition;
}

/** The conditions of each filter, applied to an application's active devices. */
export const toStages = (audience: Audience, devicesActiveSince: number): Stage[] => [
  { name: 'active', condition: { sql: 'd.active = 1 AND d.seen_at > ?', parameters: [devicesActiveSince] } },
  ...audience.map(({ filter, ...condition }) => ({ name: filter, condition })),
];

/** SQL for the number of consecutive stages that a device row `d` passes. NULL does not pass. */
export const stagesPassed = (stages: readonly Stage[]): Condition => ({
  sql: stages.reduceRight(
    (deeper, { condition }, index) => `CASE WHEN ${condition.sql} THEN ${deeper} ELSE ${index} END`,
    String(stages.length),
  ),
  parameters: stages.flatMap(({ condition }) => condition.parameters),
});
