import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import { defineTable } from './table.js';

export const ARM_COUNT_KINDS = ['units', 'converted', 'attributed', 'opted_out', 'retired'] as const;
export type ArmCountKind = (typeof ARM_COUNT_KINDS)[number];

/** Counts that concern no goal: units, opt-outs and retirements. */
export const NO_GOAL = -1;

/** A count of an arm of a run. Concurrent writers use different parts; the sum of all parts counts. */
@Entity({ name: 'arm_count' })
export class ArmCount {
  @PrimaryColumn(bigId)
  runId!: number;

  /** The index of the goal in the run, or `NO_GOAL`. */
  @PrimaryColumn({ type: 'integer' })
  goal!: number;

  /** The same number as in `run_unit`. */
  @PrimaryColumn({ type: 'integer' })
  arm!: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  kind!: ArmCountKind;

  @PrimaryColumn({ type: 'integer' })
  part!: number;

  /** Units for `converted`, events for `attributed`. */
  @Column(bigId)
  count!: number;

  /** The sum of the values of all events of this kind. */
  @Column({ type: 'double' })
  value!: number;
}

export const ARM_COUNT_TABLE = defineTable(ArmCount);
