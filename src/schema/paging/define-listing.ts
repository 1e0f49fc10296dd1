import { Arg, Args, Ctx, FieldResolver, Query, Root } from 'type-graphql';
import { Reads } from '../columns/reads.js';
import type { GraphContext } from '../context.js';
import { CostlyToScan, type Scan } from '../limits/costly.js';
import type { Connection } from './connection.js';
import { type ConnectionOptions, connectionType } from './connection-type.js';
import { defineOrderInput, defineWhereInput, type SortField } from './list-inputs.js';
import type { Condition, Direction, Listing, PageRequest } from './listing.js';
import { type Order, PageArgs, toPageRequest } from './page-args.js';
import type { WhereField } from './where-fields.js';

export interface ListDefinition<T extends object, Sort extends string> extends Omit<Listing<T, Sort>, 'sorts'> {
  /** Begins the names of its types: `App` gives AppSort, AppOrderInput, AppWhereInput and AppConnection. */
  readonly noun: string;
  /** Names the rows in descriptions. */
  readonly plural: string;
  /** The GraphQL type of a row. */
  type(): object;
  /** The first is the default. */
  readonly sorts: { readonly [sort in Sort]: SortField };
  readonly where?: Readonly<Record<string, WhereField>>;
  /** Fields of `where` that no index serves: a page with one costs more and counts as a long read. */
  readonly slowWhere?: readonly string[];
  /** The column with the owner, if rows of other users can appear under another noun. */
  readonly ownerColumn?: string;
  readonly connection?: ConnectionOptions & { readonly noun?: string };
}

export type Where = Readonly<Record<string, unknown>> | null | undefined;

/** The arguments of a list field, with the default order filled in. */
export interface ListArguments<Sort extends string = string> {
  readonly page: PageArgs;
  readonly where: Where;
  readonly orderBy: Order<Sort>;
}

interface ListField<Sort extends string> {
  readonly description: string;
  /** The default order of this field. */
  readonly orderBy?: Order<Sort>;
  /** Prices filters and orders that have no index. */
  readonly scan?: Scan;
}

interface QueryField<Sort extends string> extends ListField<Sort> {
  /** The column that names the user; `user_id` unless given. */
  readonly parentColumn?: string;
  /** Refuses callers; requires the scope `read` unless given. */
  readonly admit?: (context: GraphContext) => Promise<void> | void;
  readonly resolve?: (asked: ListArguments<Sort>, context: GraphContext) => unknown;
}

interface NestedField<T extends object, Sort extends string, Parent> extends ListField<Sort> {
  /** Joins the rows with their parents, if the noun's own table does not name them. */
  readonly listing?: Listing<T, Sort>;
  readonly parentColumn: string;
  /** The columns of the parent that the field reads; null: unknown, so whole rows are loaded. */
  readonly reads?: readonly (keyof Parent & string)[] | null;
  readonly resolve?: (asked: ListArguments<Sort>, context: GraphContext, parent: Parent) => unknown;
}

/** The rows that a field lists, regardless of the requested page. */
interface RowsOfField<T extends object, Sort extends string> {
  readonly listing: Listing<T, Sort>;
  readonly parentColumn: string;
  readonly within?: readonly number[];
  /** Conditions besides those of the request. */
  readonly where?: readonly Condition[];
}

interface ListCall<Sort extends string> {
  readonly asked: ListArguments<Sort>;
  readonly context: GraphContext;
  readonly parentId: number;
}

type Found = Condition | readonly Condition[] | null;
type Conditions = readonly Condition[] | Promise<readonly Condition[]>;
type Prototype = Record<string, unknown>;
type ResolverClass = new () => object;

const SLOW_COST = 500;
const NO_CONDITIONS: readonly Condition[] = [];

/** Declares the lists of one noun in the graph: its inputs, its connection and its queries. */
export const defineListing = <T extends object, Sort extends string>(
  definition: ListDefinition<T, Sort>,
): NounListing<T, Sort> => new NounListing(definition);

class NounListing<T extends object, Sort extends string> {
  /** The table, the orders and the cursor, as `paginate` takes them. */
  readonly listing: Listing<T, Sort>;
  readonly Connection: new () => object;
  private readonly WhereInput: (new () => object) | null;
  private readonly OrderInput: (new () => object) | null;
  private readonly fields: readonly (readonly [name: string, field: WhereField])[];
  private readonly scan: Scan | undefined;

  constructor(private readonly definition: ListDefinition<T, Sort>) {
    const { noun, plural, type, sorts, where = {}, slowWhere, connection = {}, ...listing } = definition;
    const columns = Object.entries<SortField>(sorts).map(([sort, { by }]) => [sort, by]);
    this.listing = { ...listing, sorts: Object.fromEntries(columns) as Listing<T, Sort>['sorts'] };
    this.Connection = connectionType(connection.noun ?? noun, plural, { typeOf: type, ...connection });
    this.fields = Object.entries(where);
    this.WhereInput = defineWhereInput(definition, where);
    this.OrderInput = defineOrderInput(definition, sorts, definition.key);
    this.scan = slowWhere && {
      cost: SLOW_COST,
      where: Object.keys(where).filter((name) => !slowWhere.includes(name)),
      orderBy: Object.keys(sorts),
    };
  }

  /** Adds a query for the caller's rows to a resolver. */
  addQuery(Resolver: ResolverClass, name: string, query: QueryField<Sort>): void {
    const { description, parentColumn = 'user_id', admit = requireRead } = query;
    const rows = { listing: this.listing, parentColumn };
    const load = (asked: ListArguments<Sort>, context: GraphContext) =>
      this.load(rows, { asked, context, parentId: context.caller.userId });
    const resolve = query.resolve ?? load;
    const answer = (asked: ListArguments<Sort>, context: GraphContext): unknown => {
      const admitted = admit(context);
      return admitted ? admitted.then(() => resolve(asked, context)) : resolve(asked, context);
    };
    this.addMethod(Resolver, name, { ...query, resolve: answer });
    Reads()(Resolver.prototype, name);
    Query(() => this.Connection, { description })(Resolver.prototype, name, {});
  }

  /** Adds a field to a resolver: the rows that belong to one row of another noun, found by its `id`. */
  addField<Parent extends { readonly id: number }>(
    Resolver: ResolverClass,
    name: string,
    field: NestedField<T, Sort, Parent>,
  ): void {
    const { description, parentColumn, listing = this.listing, reads = ['id'] } = field;
    const rows = { listing, parentColumn };
    const load = (asked: ListArguments<Sort>, context: GraphContext, { id }: Parent) =>
      this.load(rows, { asked, context, parentId: id });
    this.addMethod(Resolver, name, { ...field, resolve: field.resolve ?? load });
    if (reads) Reads<Parent>(...reads)(Resolver.prototype, name);
    FieldResolver(() => this.Connection, { description })(Resolver.prototype, name, {});
  }

  /** Returns the conditions of a `where` input; a promise only if one of its fields has to read the database. */
  conditions(where: Where, context: GraphContext, within: readonly number[] = []): Conditions {
    if (!where) return NO_CONDITIONS;
    const found = this.fields.map(([name, field]) => {
      const value = where[name];
      return value === null || value === undefined ? null : field.toCondition(value, context, within);
    });
    return found.some((one) => one instanceof Promise) ? Promise.all(found).then(flatten) : flatten(found as Found[]);
  }

  /** @throws BAD_USER_INPUT for a page that cannot exist. */
  pageRequest(
    { page, orderBy }: ListArguments<Sort>,
    { listing, parentColumn, within }: RowsOfField<T, Sort>,
    where: readonly Condition[],
  ): PageRequest<T> {
    return toPageRequest(listing, { parentColumn, page, within, where, orderBy });
  }

  /** Reads the page of one parent. */
  load(rows: RowsOfField<T, Sort>, call: ListCall<Sort>): Promise<Connection<T>> {
    const conditions = this.conditions(call.asked.where, call.context);
    return conditions instanceof Promise
      ? conditions.then((where) => this.loadPage(rows, call, where))
      : this.loadPage(rows, call, conditions);
  }

  private loadPage(
    rows: RowsOfField<T, Sort>,
    { asked, context, parentId }: ListCall<Sort>,
    where: readonly Condition[],
  ): Promise<Connection<T>> {
    const { slowWhere, ownerColumn } = this.definition;
    const isSlow = slowWhere?.some((name) => Boolean(asked.where?.[name]));
    const read = isSlow ? { ...rows, listing: { ...rows.listing, isLarge: true as const } } : rows;
    const isShared = ownerColumn !== undefined && ownerColumn !== rows.parentColumn;
    const owned = isShared ? [{ sql: `t.${ownerColumn} = ?`, parameters: [context.caller.userId] }, ...where] : where;
    const all = rows.where ? [...rows.where, ...owned] : owned;
    return context.loaders.pages.load(this.pageRequest(asked, read, all), parentId);
  }

  /** TypeGraphQL passes arguments by position and leaves no gaps. */
  private addMethod(
    Resolver: ResolverClass,
    name: string,
    { resolve, orderBy: initial = this.firstOrder, scan = this.scan }: Method<Sort>,
  ): void {
    const { WhereInput, OrderInput } = this;
    const prototype = Resolver.prototype as Prototype;
    prototype[name] = WhereInput
      ? (parent: never, context: GraphContext, page: PageArgs, where: Where, orderBy?: Order<Sort> | null) =>
          resolve({ page, where, orderBy: orderBy ?? initial }, context, parent)
      : (parent: never, context: GraphContext, page: PageArgs, orderBy?: Order<Sort> | null) =>
          resolve({ page, where: null, orderBy: orderBy ?? initial }, context, parent);
    Root()(prototype, name, 0);
    Ctx()(prototype, name, 1);
    Args(() => PageArgs)(prototype, name, 2);
    if (WhereInput) {
      const description = 'Filters; omit to list everything.';
      Arg('where', () => WhereInput, { nullable: true, description })(prototype, name, 3);
    }
    if (OrderInput) {
      const description = `Sort order; defaults to ${initial.field}, ${WORDS[initial.direction]}.`;
      Arg('orderBy', () => OrderInput, { nullable: true, description })(prototype, name, WhereInput ? 4 : 3);
    }
    if (scan) CostlyToScan(scan)(prototype, name);
  }

  private get firstOrder(): Order<Sort> {
    const [field] = Object.keys(this.definition.sorts) as Sort[];
    if (field === undefined) throw new Error(`The listing of ${this.definition.plural} has no order.`);
    return { field, direction: 'ASC' };
  }
}

interface Method<Sort extends string> extends ListField<Sort> {
  resolve(asked: ListArguments<Sort>, context: GraphContext, parent: never): unknown;
}

const WORDS = { ASC: 'ascending', DESC: 'descending' } as const satisfies Record<Direction, string>;

const requireRead = (context: GraphContext): void => context.require('read');

const flatten = (found: readonly Found[]): readonly Condition[] => found.flatMap((one) => one ?? []);
