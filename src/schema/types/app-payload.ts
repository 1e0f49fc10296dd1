import { Field, ObjectType } from 'type-graphql';
import { App } from '../../entities/app.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of an application.', simpleResolvers: true })
export class AppPayload {
  @Field(() => App, { nullable: true, description: 'The application as it is now; null if nothing was changed.' })
  readonly app!: App | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The new secret with which your server makes identity hashes, shown this once; null unless this change made one.',
  })
  readonly identitySecret?: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
