import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { Scheduler, type SchedulerKind } from '../../entities/scheduler.js';
import { databaseIdOf } from '../../schema/global-id.js';
import type { Scan } from '../../schema/limits/costly.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { CountryCodeScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';
import { schedulersSaying } from '../../services/pushes/text-search.js';
import { byApp, byCountry } from '../../services/schedulers/scheduler-conditions.js';
import { inState, type SchedulerStateName } from '../../services/schedulers/scheduler-state.js';
import { SchedulerKindEnum, SchedulerStateEnum, toStoredKinds } from './scheduler-enums.js';

export const SchedulerSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  ACTIVE: 'ACTIVE',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type SchedulerSort = keyof typeof SchedulerSortEnum;

registerEnumType(SchedulerSortEnum, {
  name: 'SchedulerSort',
  description: 'What schedulers can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name, without regard to case.' },
    ACTIVE: { description: 'Inactive before active.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const schedulerListing: Listing<Scheduler, SchedulerSort> = {
  name: 'scheduler',
  entity: Scheduler,
  table: 'scheduler',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name_folded')],
    ACTIVE: [number('active')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};

/** What has no index and looks into other tables: states into runs, applications and pushes, a search into all texts. */
export const SCHEDULER_SCAN: Scan = {
  cost: 500,
  where: ['kind', 'active', 'archived', 'nameContains', 'appId', 'country', 'language'],
  orderBy: Object.keys(SchedulerSortEnum),
};

/** Whether a page of it is a long read. */
export const isScan = (where: SchedulerWhereInput | null | undefined): boolean =>
  Boolean(where?.status) || Boolean(where?.search);

@InputType({ description: 'Which schedulers; all conditions must hold.' })
export class SchedulerWhereInput {
  @Field(() => [SchedulerKindEnum], { nullable: true, description: 'Of one of these kinds.' })
  kind?: SchedulerKind[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Active, or not; left out: both.' })
  active?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Archived, or not; left out: both.' })
  archived?: boolean | null;

  @Field(() => String, { nullable: true, description: 'A part of the name, without regard to case.' })
  nameContains?: string | null;

  @Field(() => [SchedulerStateEnum], { nullable: true, description: 'Those that stand so now.' })
  status?: SchedulerStateName[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A part of its name, of the name of one of its pushes, or of a title or text of these, without regard to case; at most 100 characters.',
  })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Those that send to this application as things stand.' })
  appId?: string | null;

  @Field(() => CountryCodeScalar, { nullable: true, description: 'Those that reach this country.' })
  country?: string | null;

  @Field(() => LanguageTagScalar, {
    nullable: true,
    description: 'Those that reach devices with this language; one that is for `pt` reaches `pt-BR`.',
  })
  language?: string | null;

  /** @param byLanguage the condition of `language`, which takes a look at the database. */
  static toConditions(
    where: SchedulerWhereInput | null | undefined,
    { userId, byLanguage }: { userId: number; byLanguage: Condition | null },
  ): Condition[] {
    return conditions(
      reaching(byLanguage, userId),
      reaching(appCondition(where?.appId, userId), userId),
      reaching(where?.country ? byCountry(where.country.toUpperCase()) : null, userId),
      isOneOf('kind', toStoredKinds(where?.kind)),
      compare('active', '=', where?.active),
      compare('archived', '=', where?.archived),
      contains('name_folded', where?.nameContains?.toLowerCase()),
      where?.status ? inState(where.status) : null,
      where?.search ? schedulersSaying(where.search) : null,
    );
  }
}

/** An id that names no application is reached by none. */
export const appCondition = (globalId: string | null | undefined, userId: number): Condition | null =>
  globalId === null || globalId === undefined ? null : byApp(userId, databaseIdOf('App', globalId) ?? 0);

/** The conditions that REST uses too are over `scheduler s`. @param id the column of `t` that names the scheduler */
export const reaching = (condition: Condition | null, userId: number, id = 'id'): Condition | null =>
  condition && {
    sql: `t.${id} IN (SELECT s.id FROM scheduler s WHERE s.user_id = ? AND (${condition.sql}))`,
    parameters: [userId, ...condition.parameters],
  };

@InputType({ description: 'How to sort schedulers. Equals are sorted by id.' })
export class SchedulerOrderInput {
  @Field(() => SchedulerSortEnum, { description: 'By what.' })
  field!: keyof typeof SchedulerSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
