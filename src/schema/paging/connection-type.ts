import { Field, Int, ObjectType } from 'type-graphql';
import { Costly } from '../limits/costly.js';
import { DateTimeScalar } from '../scalars/scalars.js';

@ObjectType({ description: 'Whether a list goes on, and where (Relay).', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'There is more after this page.' })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'There is more before this page.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item; null for an empty page.' })
  readonly startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last item; null for an empty page.' })
  readonly endCursor!: string | null;
}

type TypeOf = () => object;

interface ConnectionOptions {
  /** Its rows are deleted past their retention: the list says when that was. */
  readonly hasRetention?: boolean;
  /** It may have very many rows: what counting them costs. */
  readonly countCost?: number;
}

/** The GraphQL type of a list: `AppConnection` with `AppEdge`. Its values are `Connection`s. */
export const connectionType = (
  name: string,
  what: string,
  typeOf: TypeOf,
  { hasRetention = false, countCost }: ConnectionOptions = {},
): (new () => object) => {
  @ObjectType(`${name}Edge`, { description: `One of the ${what} with its cursor.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Where it stands in this list and order; for `after` and `before`.' })
    readonly cursor!: string;

    @Field(typeOf, { description: 'The item itself.' })
    readonly node!: unknown;
  }

  @ObjectType(`${name}Connection`, { description: `One page of ${what}.`, simpleResolvers: true })
  class ConnectionType {
    @Field(() => [Edge], { description: 'The items with their cursors.' })
    readonly edges!: unknown;

    @Field(() => [typeOf()], { description: 'The items alone.' })
    readonly nodes!: unknown;

    @Field(() => PageInfo, { description: 'Whether the list goes on, and where.' })
    readonly pageInfo!: unknown;

    @Field(() => Int, { description: 'How many there are on all pages; counted only if asked for.' })
    readonly totalCount!: unknown;
  }

  if (countCost !== undefined) Costly(countCost)(ConnectionType.prototype, 'totalCount');
  if (hasRetention) declareHistory(ConnectionType.prototype, 'historyDeletedAt');
  return ConnectionType;
};

const declareHistory = Field(() => DateTimeScalar, {
  nullable: true,
  description:
    'When the history of the run was deleted, past its retention: then the list is empty, whatever there was, and `totalCount` still counts it where no filter is given. Null: all of it is there. Of several runs that a page looks through, that of the latest whose history is gone.',
});
