import { Field, InputType, registerEnumType } from 'type-graphql';
import { Member, type MemberRole } from '../../entities/member.js';
import {
  type Condition,
  conditions,
  contains,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { MemberRoleEnum } from './member-types.js';

export const MemberSortEnum = { ID: 'ID', NAME: 'NAME', EMAIL: 'EMAIL', CREATED_AT: 'CREATED_AT' } as const;
type MemberSort = keyof typeof MemberSortEnum;

registerEnumType(MemberSortEnum, {
  name: 'MemberSort',
  description: 'What members can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were invited.' },
    NAME: { description: 'The name.' },
    EMAIL: { description: 'The e-mail address.' },
    CREATED_AT: { description: 'When it was invited.' },
  },
});

export const memberListing: Listing<Member, MemberSort> = {
  name: 'accountMember',
  entity: Member,
  table: 'member',
  key: [number('id')],
  sorts: { ID: [], NAME: [text('name')], EMAIL: [text('email')], CREATED_AT: [number('created_at')] },
};

@InputType({ description: 'Which members; all conditions must hold.' })
export class MemberWhereInput {
  @Field(() => [MemberRoleEnum], { nullable: true, description: 'With one of these roles.' })
  role?: MemberRole[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  @Field(() => String, { nullable: true, description: 'A part of the e-mail address, without regard to case.' })
  emailContains?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Has accepted the invitation, or has not yet; left out: both.',
  })
  joined?: boolean | null;

  static toConditions(where: MemberWhereInput | null | undefined): Condition[] {
    return conditions(
      isOneOf('role', where?.role),
      contains('name', where?.nameContains),
      contains('email', where?.emailContains?.toLowerCase()),
      hasJoined(where?.joined),
    );
  }
}

const hasJoined = (joined: boolean | null | undefined): Condition | null => {
  if (joined === null || joined === undefined) return null;
  return { sql: joined ? 't.joined_at IS NOT NULL' : 't.joined_at IS NULL', parameters: [] };
};

@InputType({ description: 'How to sort members. Equals are sorted by id.' })
export class MemberOrderInput {
  @Field(() => MemberSortEnum, { description: 'By what.' })
  field!: keyof typeof MemberSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
