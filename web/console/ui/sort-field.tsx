import { useTranslation } from '../i18n/i18n.js';
import { SelectField } from './fields.js';

type OrderName = 'changed' | 'name' | 'newest' | 'code';
/** The ways to sort a list, as its query takes them. The first one applies unless another is chosen. */
export type Orders<Order> = Readonly<Partial<Record<OrderName, Order>>>;

/** For nouns that have a name and dates. */
export const NAMED_ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  changed: { field: 'UPDATED_AT', direction: 'DESC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
} as const;

/** @param sort the name in the address; an unknown name stands for the first order */
export const orderOf = <Order,>(orders: Orders<Order>, sort: string): Order | undefined => {
  const name = chosenOf(orders, sort);
  return name && orders[name];
};

const namesOf = (orders: Orders<unknown>) => Object.keys(orders) as readonly OrderName[];

const chosenOf = (orders: Orders<unknown>, sort: string): OrderName | undefined =>
  namesOf(orders).find((name) => name === sort) ?? namesOf(orders)[0];

export const SortField = ({
  orders,
  sort,
  onChange,
}: {
  readonly orders: Orders<unknown>;
  readonly sort: string;
  /** Receives an empty text for the first order, which the address leaves out. */
  readonly onChange: (sort: string) => void;
}) => {
  const { t } = useTranslation();
  const names = namesOf(orders);
  return (
    <SelectField
      label={t('sort.label')}
      isLabelHidden
      value={chosenOf(orders, sort) ?? null}
      options={names.map((id) => ({ id, name: t(`sort.${id}`) }))}
      onChange={(name) => onChange(name === names[0] ? '' : name)}
    />
  );
};
