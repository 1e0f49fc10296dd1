import { Field, ID, InterfaceType } from 'type-graphql';

/** What has a global id. Which type a value is, and its id, are settled in `finish-schema.ts`. */
@InterfaceType('Node', { description: 'Anything that can be fetched again by its global id.' })
export abstract class Node {
  @Field(() => ID, { description: 'Opaque id, unique across all types.' })
  readonly id!: unknown;
}
