import { Field, ID, InputType } from 'type-graphql';
import type { BatchStatus } from '../../entities/batch.js';
import { BatchStatusEnum } from '../enums/batch-status-enum.js';
import { databaseIdOf } from '../global-id.js';
import { conditions, isOneOf } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which batches; all conditions must hold.' })
export class BatchWhereInput {
  @Field(() => [BatchStatusEnum], { nullable: true, description: 'With one of these statuses.' })
  status?: BatchStatus[] | null;

  @Field(() => [ID], { nullable: true, description: 'Of one of these applications.' })
  appIds?: string[] | null;

  static toConditions(where: BatchWhereInput | null | undefined): Condition[] {
    const appIds = where?.appIds?.flatMap((id) => databaseIdOf('App', id) ?? []);
    return conditions(isOneOf('status', where?.status), isOneOf('app_id', appIds));
  }
}
