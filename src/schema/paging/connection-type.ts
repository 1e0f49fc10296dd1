import { Field, Int, ObjectType } from 'type-graphql';
import { Costly } from '../limits/costly.js';
import { DateTimeScalar } from '../scalars/scalars.js';

@ObjectType({ description: 'The position of a page in its list (Relay).', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'True if more items follow this page.' })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'True if items precede this page.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null for an empty page.' })
  readonly startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null for an empty page.' })
  readonly endCursor!: string | null;
}

export interface ConnectionOptions {
  /** Adds `historyDeletedAt`, for rows that are deleted after their retention. */
  readonly hasRetention?: boolean;
  /** The price of `totalCount`, for lists that can be very long. */
  readonly countCost?: number;
}

/** The GraphQL type of a list: `AppConnection` with `AppEdge`. Its values are `Connection`s. */
export const connectionType = (
  noun: string,
  plural: string,
  { typeOf, hasRetention = false, countCost }: ConnectionOptions & { readonly typeOf: () => object },
): (new () => object) => {
  @ObjectType(`${noun}Edge`, { description: `An item in a list of ${plural}, with its cursor.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Position in this list and order, for `after` and `before`.' })
    readonly cursor!: string;

    @Field(typeOf, { description: 'The item.' })
    readonly node!: unknown;
  }

  @ObjectType(`${noun}Connection`, { description: `A page of ${plural}.`, simpleResolvers: true })
  class ConnectionType {
    @Field(() => [Edge], { description: 'The items of this page with their cursors.' })
    readonly edges!: unknown;

    @Field(() => [typeOf()], { description: 'The items of this page without cursors.' })
    readonly nodes!: unknown;

    @Field(() => PageInfo, { description: 'The position of this page in the list.' })
    readonly pageInfo!: unknown;

    @Field(() => Int, { description: 'Number of items on all pages; counted only when requested.' })
    readonly totalCount!: unknown;
  }

  if (countCost !== undefined) Costly(countCost)(ConnectionType.prototype, 'totalCount');
  if (hasRetention) declareHistory(ConnectionType.prototype, 'historyDeletedAt');
  return ConnectionType;
};

const declareHistory = Field(() => DateTimeScalar, {
  nullable: true,
  description:
    'When the history of the run was deleted, after its retention; null while it is complete. The list is then empty, but an unfiltered `totalCount` still counts every item. For a page that covers several runs: the latest run whose history was deleted.',
});
