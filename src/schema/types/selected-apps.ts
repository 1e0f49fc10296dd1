import { Field, ID, ObjectType } from 'type-graphql';
import { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';

@ObjectType({
  description: 'Which applications a scheduler sends to. It is worked out when it runs, so group changes count.',
  simpleResolvers: true,
})
export class SelectedApps {
  @Field(() => Boolean, { description: 'All applications that are not archived, also those yet to come.' })
  readonly all!: boolean;

  @Field(() => [App], { description: 'These applications; empty if `all`.' })
  readonly apps!: unknown;

  @Field(() => [ID], { description: 'Their ids, as the input takes them.' })
  readonly appIds!: readonly string[];

  @Field(() => [AppGroup], { description: 'The members of these groups; empty if `all`.' })
  readonly groups!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly groupIds!: readonly string[];

  @Field(() => [App], { description: 'Never these applications.' })
  readonly exceptApps!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly exceptAppIds!: readonly string[];

  @Field(() => [AppGroup], { description: 'Never the members of these groups.' })
  readonly exceptGroups!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly exceptGroupIds!: readonly string[];
}
