import { Field, ID, InputType } from 'type-graphql';
import { databaseIdOf, type IdType } from '../global-id.js';

@InputType({
  description: 'Which messages of a run; all conditions must hold. For what did not arrive see `Run.failures`.',
})
export class DeliveryWhereInput {
  @Field(() => ID, { nullable: true, description: 'Of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this push.' })
  pushId?: string | null;

  @Field(() => ID, { nullable: true, description: 'To this device.' })
  deviceId?: string | null;

  /** null: all; 0: none, for an id that names nothing of the kind. */
  static toIds(where: DeliveryWhereInput | null | undefined): { appId: Id; pushId: Id; deviceId: Id } {
    const read = (type: IdType, id: string | null | undefined): Id =>
      id === null || id === undefined ? null : (databaseIdOf(type, id) ?? 0);
    return {
      appId: read('App', where?.appId),
      pushId: read('Push', where?.pushId),
      deviceId: read('Device', where?.deviceId),
    };
  }
}

type Id = number | null;
