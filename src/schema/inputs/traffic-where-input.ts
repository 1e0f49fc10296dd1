import { Field, ID, InputType } from 'type-graphql';
import type { TrafficFilter } from '../../services/traffic/traffic-service.js';
import { databaseIdOf, type IdType } from '../global-id.js';

@InputType({ description: 'Which traffic; all conditions must hold.' })
export class TrafficWhereInput {
  @Field(() => ID, { nullable: true, description: 'Of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this scheduler.' })
  schedulerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this push.' })
  pushId?: string | null;

  /** What an id that names nothing has sent is nothing. */
  static toFilter(where: TrafficWhereInput | null | undefined): TrafficFilter {
    const read = (type: IdType, id: string | null | undefined): number | null =>
      id === null || id === undefined ? null : (databaseIdOf(type, id) ?? 0);
    return {
      appId: read('App', where?.appId),
      schedulerId: read('Scheduler', where?.schedulerId),
      pushId: read('Push', where?.pushId),
    };
  }
}
