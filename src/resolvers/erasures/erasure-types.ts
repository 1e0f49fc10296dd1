import { Field, Int, ObjectType } from 'type-graphql';
import { Erasure, type ErasureStatus } from '../../entities/erasure.js';
import { defineEnum, defineMappedEnum } from '../../schema/define-enum.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CREATION, BY_ID } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

const ErasureStatusEnum = defineMappedEnum('ErasureStatus', 'The progress of an erasure.', {
  WAITING: ['waiting', 'The id is refused already; the stored data is being deleted. See `trouble`.'],
  FINISHED: ['finished', 'Everything is deleted. The erasure no longer says whom it erased.'],
}) satisfies Record<string, ErasureStatus>;

const RemainderPlaceEnum = defineEnum(
  'ErasureRemainderPlace',
  'Where erased data may still exist, outside the tables.',
  {
    BACKUPS: 'Backups that were made before the erasure.',
    FREE_PAGES:
      'Unused space in the database: the SQLite file until `pushgraph vacuum` rewrites it, or the tables and the redo log of MySQL or MariaDB until the server overwrites them.',
    BINARY_LOG: 'The binary log of MySQL or MariaDB, until the server deletes it.',
  },
);

@ObjectType({ description: 'A place where erased data may still exist.', simpleResolvers: true })
export class ErasureRemainder {
  @Field(() => RemainderPlaceEnum, { description: 'The place.' })
  readonly place!: keyof typeof RemainderPlaceEnum;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The latest time at which data may still exist there; null if unknown.',
  })
  readonly until!: Date | null;

  @Field(() => String, { description: 'What to do about it, in one sentence.' })
  readonly advice!: string;
}

@ObjectType({ description: 'The number of deleted or changed rows of one type.', simpleResolvers: true })
export class ErasureCount {
  @Field(() => String, {
    description:
      'The type: `users`, `devices`, `events`, `tags`, `receipts`, `failures`, `waiting` (messages), `choices`, `texts` (stored lists that named the user), `imports`, `providerDevices` (deleted at the provider), `leftAtProvider` (the application has no credentials).',
  })
  readonly type!: string;

  @Field(() => Int, { description: 'The number of rows.' })
  readonly count!: number;
}

/** Its values are rows of `erasure`. */
@ObjectType('Erasure', {
  implements: Node,
  simpleResolvers: true,
  description: 'The job that deletes everything about one user. It never shows the id of the user.',
})
export class ErasureType {
  @Field(() => ErasureStatusEnum, { description: 'Its progress.' })
  readonly status!: ErasureStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Why it has not finished yet, such as a provider that does not answer; null if unknown.',
  })
  readonly trouble!: string | null;

  @Field(() => DateTimeScalar, { description: 'When the erasure was requested.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When everything was deleted; null until then.' })
  readonly finishedAt!: Date | null;
}

export const erasureListing = defineListing({
  name: 'erasure',
  noun: 'Erasure',
  plural: 'erasures',
  type: () => ErasureType,
  entity: Erasure,
  table: 'erasure',
  key: [number('id')],
  sorts: { ID: BY_ID, CREATED_AT: BY_CREATION },
  where: {},
});
