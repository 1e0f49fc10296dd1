import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** The stored form of a segment's tree. `src/audience/segments` defines the conditions and their values. */
export type SegmentNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly SegmentNode[] }
  | { readonly kind: 'not'; readonly node: SegmentNode }
  | { readonly kind: 'condition'; readonly name: string; readonly value: unknown };

/** A named audience, which schedulers include or exclude. */
@Entity({ name: 'segment' })
export class Segment {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** Empty: none. */
  @Column({ type: 'text' })
  description!: string;

  @Column(json)
  tree!: SegmentNode;

  /** The work to judge one device, in units of about 0.1 µs (src/audience/segments/bounds.ts). */
  @Column({ type: 'integer' })
  cost!: number;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const SEGMENT_TABLE = defineTable(Segment, { numbered: 'id' });

/** `daily` is an event that the segment counts within a window, so it is also counted by day. */
export type SegmentReferenceKind = 'tagGroup' | 'event' | 'daily';

/** A row that the tree of a segment names. */
@Entity({ name: 'segment_reference' })
export class SegmentReference {
  @PrimaryColumn(bigId)
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  kind!: SegmentReferenceKind;

  @PrimaryColumn(bigId)
  targetId!: number;

  @PrimaryColumn(bigId)
  segmentId!: number;
}

export const SEGMENT_REFERENCE_TABLE = defineTable(SegmentReference);
