import { useWords } from '../i18n/i18n.js';
import { SelectField } from './fields.js';

type OrderName = 'changed' | 'name' | 'newest' | 'code';
/** What a list can be sorted by, as its query takes it; the first one unless another is chosen. */
type Orders = Readonly<Partial<Record<OrderName, object>>>;

/** @param sort as it stands in the address, which may name no order at all. */
export const orderOf = <Map extends Orders>(orders: Map, sort: string): NonNullable<Map[keyof Map]> =>
  orders[chosenOf(orders, sort) as keyof Map] as NonNullable<Map[keyof Map]>;

const namesOf = (orders: Orders) => Object.keys(orders) as readonly OrderName[];

const chosenOf = (orders: Orders, sort: string): OrderName | undefined =>
  namesOf(orders).find((name) => name === sort) ?? namesOf(orders)[0];

export const SortField = ({
  orders,
  sort,
  onChange,
}: {
  readonly orders: Orders;
  readonly sort: string;
  /** Gets an empty text for the first order, which needs no word in the address. */
  readonly onChange: (sort: string) => void;
}) => {
  const { t } = useWords();
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
