import { Field, ID, InterfaceType } from 'type-graphql';

/** An object with a global id. `finish-schema.ts` resolves its type and its id. */
@InterfaceType('Node', { description: 'An object that can be fetched by its global id.' })
export abstract class Node {
  @Field(() => ID, { description: 'Opaque id, unique across all types.' })
  readonly id!: unknown;
}
