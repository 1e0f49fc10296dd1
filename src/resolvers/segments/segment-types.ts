import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { MAX_COST } from '../../audience/segments/bounds.js';
import { Segment } from '../../entities/segment.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { SegmentNodeInput } from './segment-inputs.js';

/** Its values are rows of `segment`. */
@ObjectType('Segment', {
  implements: Node,
  simpleResolvers: true,
  description: 'A named audience: the devices that match a tree of conditions when a run begins.',
})
export class SegmentType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => String, { description: 'Description, up to 1,000 characters; may be empty.' })
  readonly description!: string;

  @Field(() => Int, {
    description: `The work to judge one device, in units of about 0.1 µs. At most ${MAX_COST}, over all segments of a scheduler.`,
  })
  readonly cost!: number;

  @Field(() => DateTimeScalar, { description: 'When the segment was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the segment was last changed.' })
  readonly updatedAt!: Date;
}

@InputType({ description: 'A new segment.' })
export class SegmentInput {
  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description, up to 1,000 characters.' })
  description?: string | null;

  @Field(() => SegmentNodeInput, {
    description: 'The conditions: up to 50, in groups nested at most 5 deep, with at most 10,000 values in all lists.',
  })
  tree!: SegmentNodeInput;
}

@InputType({ description: 'The parts of a segment to change.' })
export class SegmentUpdateInput {
  @Field(() => String, { nullable: true, description: 'The new name; the name stays if this is omitted.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The new description; it stays if this is omitted.' })
  description?: string | null;

  @Field(() => SegmentNodeInput, { nullable: true, description: 'The new tree; the tree stays if this is omitted.' })
  tree?: SegmentNodeInput | null;
}

@ObjectType({ description: 'The number of active devices that a segment has now.', simpleResolvers: true })
export class SegmentEstimate {
  @Field(() => Int, { nullable: true, description: 'Number of devices; null if the tree breaks rules.' })
  readonly devices!: number | null;

  @Field(() => Boolean, {
    description:
      'True if every device was counted. Otherwise the first 200,000 devices were counted, and 100,000 of the others sampled.',
  })
  readonly isExact!: boolean;

  @Field(() => Int, { description: 'Margin of error of `devices`, at 95 % confidence. 0 if every device was counted.' })
  readonly marginOfError!: number;

  @Field(() => Int, { description: 'Number of active devices in all applications.' })
  readonly activeDevices!: number;

  @Field(() => Int, { description: 'Number of devices examined.' })
  readonly examined!: number;

  @Field(() => [UserError], { description: 'The rules that the tree breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

export const segmentListing = defineListing({
  name: 'segment',
  noun: 'Segment',
  plural: 'segments',
  type: () => SegmentType,
  entity: Segment,
  table: 'segment',
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: BY_NAME, CREATED_AT: BY_CREATION, UPDATED_AT: BY_CHANGE },
  where: { nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.') },
});
