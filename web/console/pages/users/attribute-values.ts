import type { AttributeType } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';

export const ATTRIBUTE_TYPES = ['STRING', 'NUMBER', 'BOOLEAN', 'DATE', 'LIST'] as const satisfies AttributeType[];

export const MIDNIGHT = 'T00:00:00.000Z';
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A value of an attribute while it is edited. `type` decides which of the fields count. */
export interface EditedValue {
  readonly type: AttributeType;
  /** The value of a string, number or boolean, as typed. */
  readonly text: string;
  readonly list: readonly string[];
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` by the reader's clock; empty for a day without a time. */
  readonly time: string;
}

/** @param type of the attribute's definition, if it is known */
export const editValue = (value: unknown, type?: AttributeType): EditedValue => {
  const start = { type: type ?? typeOfValue(value), text: '', list: [], date: '', time: '' };
  if (Array.isArray(value)) return { ...start, list: value.map(String) };
  if (start.type === 'DATE' && typeof value === 'string') return { ...start, ...readDate(value) };
  return value === undefined || value === null ? start : { ...start, text: String(value) };
};

const typeOfValue = (value: unknown): AttributeType => {
  if (Array.isArray(value)) return 'LIST';
  if (typeof value === 'number') return 'NUMBER';
  if (typeof value === 'boolean') return 'BOOLEAN';
  return typeof value === 'string' && DATE.test(value) ? 'DATE' : 'STRING';
};

const readDate = (value: string): Pick<EditedValue, 'date' | 'time'> => {
  if (value.endsWith(MIDNIGHT)) return { date: value.slice(0, 10), time: '' };
  const at = new Date(value);
  const two = (part: number): string => String(part).padStart(2, '0');
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
};

/** The value for the service, or null while it is incomplete. */
export const toAttributeValue = ({ type, text, list, date, time }: EditedValue): unknown => {
  switch (type) {
    case 'LIST':
      return list.length === 0 ? null : [...list];
    case 'DATE':
      if (date === '') return null;
      return time === '' ? `${date}${MIDNIGHT}` : new Date(`${date}T${time}`).toISOString();
    case 'BOOLEAN':
      return text === '' ? null : text === 'true';
    case 'NUMBER':
      return text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text);
    default:
      return text.trim() === '' ? null : text.trim();
  }
};

/** Shows a value in the language of the page. A date at midnight UTC is a day. */
export const useAttributeText = () => {
  const { t, format } = useTranslation();
  return (value: unknown): string => {
    if (Array.isArray(value)) return value.map(String).join(', ');
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'boolean') return t(value ? 'attributes.true' : 'attributes.false');
    const text = String(value);
    if (!DATE.test(text)) return text;
    return text.endsWith(MIDNIGHT) ? format.fullDay(text.slice(0, 10)) : format.dateTime(text);
  };
};
