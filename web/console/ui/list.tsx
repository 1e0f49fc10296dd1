import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { AnyVariables, CombinedError, TypedDocumentNode } from 'urql';
import type { PageCursorFragment } from '../graph/generated/graphql.js';
import { usePageQuery } from '../graph/hooks.js';
import type { MessageKey } from '../i18n/catalogue/index.js';
import { useTranslation } from '../i18n/i18n.js';
import { useDebounced } from './debounce.js';
import { ChoiceField, SearchField, SelectField } from './fields.js';
import { useListAddress } from './list-address.js';
import { Card, ErrorNote, Skeleton } from './page.js';
import { type Cursor, Pager } from './pager.js';
import { type Orders, orderOf, SortField } from './sort-field.js';
import { type Column, Table } from './table.js';

interface ChoiceFilter<Name> {
  readonly kind: 'segments' | 'select';
  readonly name: Name;
  readonly label: MessageKey;
  /** The first one applies unless another is chosen. */
  readonly choices: readonly (readonly [id: string, name: MessageKey])[];
}

/** A search, filter or other condition of a list. Its value is kept in the address. */
export type Filter<Name> =
  | { readonly kind: 'search'; readonly name: Name; readonly label: MessageKey }
  | ChoiceFilter<Name>
  /** The values `no`, which is the default, and `yes`. */
  | {
      readonly kind: 'switch';
      readonly name: Name;
      readonly label: MessageKey;
      readonly choices: readonly [no: MessageKey, yes: MessageKey];
    }
  | {
      readonly kind: 'field';
      readonly name: Name;
      readonly Field: ComponentType<{ readonly value: string; readonly onChange: (value: string) => void }>;
    }
  /** Links set it; the toolbar does not show it. */
  | { readonly kind: 'linked'; readonly name: Name };

export interface Page<Line> {
  readonly nodes: readonly Line[];
  readonly pageInfo: PageCursorFragment;
}

type OrderOf<Variables> = Variables extends { readonly orderBy: infer Order } ? Order : never;

/** How the console lists a noun. */
export interface ListDefinition<Name extends string, Data, Variables, Line> {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly pageOf: (data: Data) => Page<Line>;
  readonly pageSize?: number;
  readonly filters?: readonly Filter<Name>[];
  /** The ways to sort the list. The first one applies unless another is chosen. */
  readonly orders?: Orders<OrderOf<Variables>>;
  /** The variables of the query, except the page and the order. */
  readonly toVariables?: (filters: Readonly<Record<Name, string>>) => Omit<Variables, 'first' | 'after' | 'orderBy'>;
}

export interface ListState<Name extends string, Line> {
  readonly filters: readonly Filter<Name>[];
  readonly orders: Orders<unknown> | undefined;
  /** The values of all filters, as typed or chosen. */
  readonly values: Readonly<Record<Name | 'sort', string>>;
  readonly change: (changes: Partial<Record<Name | 'sort', string>>) => void;
  readonly cursor: Cursor;
  /** Undefined until the first answer. */
  readonly page: Page<Line> | undefined;
  /** Whether any filter is set. */
  readonly isNarrowed: boolean;
  readonly error: CombinedError | undefined;
  readonly isLoading: boolean;
  readonly refresh: () => void;
}

const PAGE_SIZE = 25;

/** Checks the types of a definition where it is written. */
export const defineList = <Name extends string, Data, Variables extends AnyVariables, Line>(
  definition: ListDefinition<Name, Data, Variables, Line>,
) => definition;

/** Reads one page of a list, as the address describes it. */
export const useList = <Name extends string, Data, Variables extends AnyVariables, Line>({
  query,
  pageOf,
  pageSize = PAGE_SIZE,
  filters = [],
  orders,
  toVariables,
}: ListDefinition<Name, Data, Variables, Line>): ListState<Name, Line> => {
  const {
    filters: given,
    change,
    cursor,
  } = useListAddress<Name | 'sort'>([...filters.map(({ name }) => name), 'sort']);
  const entries = filters.map((filter) => [filter.name, chosenIn(filter, given[filter.name])]);
  const values: Readonly<Record<Name | 'sort', string>> = { ...given, ...Object.fromEntries(entries) };
  const searches = filters.filter(({ kind }) => kind === 'search').map(({ name }) => [name, given[name].trim()]);
  const settled = { ...values, ...JSON.parse(useDebounced(JSON.stringify(Object.fromEntries(searches)))) };
  const variables = {
    first: pageSize,
    after: cursor.after,
    ...(orders && { orderBy: orderOf(orders, given.sort) }),
    ...toVariables?.(settled),
  } as unknown as Variables;
  const { data, error, isLoading, refresh } = usePageQuery(query, variables);
  return {
    filters,
    orders,
    values,
    change,
    cursor,
    page: data && pageOf(data),
    isNarrowed: filters.some((filter) => settled[filter.name] !== defaultOf(filter)),
    error,
    isLoading,
    refresh,
  };
};

const choicesOf = <Name,>(filter: Filter<Name>): ChoiceFilter<Name>['choices'] => {
  if (filter.kind !== 'switch') return 'choices' in filter ? filter.choices : [];
  const [no, yes] = filter.choices;
  return [
    ['no', no],
    ['yes', yes],
  ];
};

const defaultOf = <Name,>(filter: Filter<Name>): string => choicesOf(filter)[0]?.[0] ?? '';

const chosenIn = <Name,>(filter: Filter<Name>, value: string): string => {
  const isValid = !('choices' in filter) || choicesOf(filter).some(([id]) => id === value);
  return isValid ? value : defaultOf(filter);
};

/** A list with its toolbar: one page of it, or an explanation of why it is empty. */
export const List = <Name extends string, Line extends { readonly id: string }>({
  list,
  label,
  columns,
  actions,
  empty,
  noneFound = empty,
  card = {},
  lines = 5,
  areLabelsShown = false,
  children,
}: {
  readonly list: ListState<Name, Line>;
  readonly label: string;
  readonly columns: readonly Column<Line>[];
  readonly actions?: (line: Line) => ReactNode;
  readonly empty: ReactNode;
  /** Shown instead of `empty` while a filter is set. */
  readonly noneFound?: ReactNode;
  readonly card?: Omit<ComponentProps<typeof Card>, 'children' | 'isFlush'>;
  /** How many lines to draw before the first answer. */
  readonly lines?: number;
  readonly areLabelsShown?: boolean;
  /** Shown between the toolbar and the card. */
  readonly children?: ReactNode;
}) => {
  const { page, cursor, error, isLoading, isNarrowed, refresh } = list;
  return (
    <>
      <Toolbar list={list} areLabelsShown={areLabelsShown} />
      {children}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card {...card} isFlush>
        {isLoading && <Skeleton lines={lines} />}
        {page?.nodes.length === 0 && (isNarrowed ? noneFound : empty)}
        {page && page.nodes.length > 0 && (
          <>
            <Table label={label} rows={page.nodes} keyOf={({ id }) => id} columns={columns} actions={actions} />
            <Pager cursor={cursor} pageInfo={page.pageInfo} label={label} />
          </>
        )}
      </Card>
    </>
  );
};

const Toolbar = <Name extends string, Line>({
  list: { filters, orders, values, change },
  areLabelsShown,
}: {
  readonly list: ListState<Name, Line>;
  readonly areLabelsShown: boolean;
}) => {
  const set = (name: Name | 'sort', value: string) =>
    change({ [name]: value } as Partial<Record<Name | 'sort', string>>);
  const shown = filters.filter(({ kind }) => kind !== 'linked');
  if (shown.length === 0 && !orders) return null;
  return (
    <div className={areLabelsShown ? 'toolbar toolbar-fields' : 'toolbar'}>
      {shown.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={values[filter.name]}
          onChange={(value) => set(filter.name, value === defaultOf(filter) ? '' : value)}
          isLabelHidden={!areLabelsShown}
        />
      ))}
      {orders && <SortField orders={orders} sort={values.sort} onChange={(sort) => set('sort', sort)} />}
    </div>
  );
};

const FilterField = <Name,>({
  filter,
  value,
  onChange,
  isLabelHidden,
}: {
  readonly filter: Filter<Name>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isLabelHidden: boolean;
}) => {
  const { t } = useTranslation();
  if (filter.kind === 'linked') return null;
  if (filter.kind === 'field') return <filter.Field value={value} onChange={onChange} />;
  if (filter.kind === 'search') return <SearchField label={t(filter.label)} value={value} onChange={onChange} />;
  const choices = choicesOf(filter).map(([id, name]) => ({ id, name: t(name) }));
  const props = { label: t(filter.label), isLabelHidden, value, onChange };
  return filter.kind === 'select' ? (
    <SelectField {...props} options={choices} />
  ) : (
    <ChoiceField {...props} look="segments" choices={choices} />
  );
};
