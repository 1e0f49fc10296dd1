import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { isListKind } from './condition-fields.js';
import { type Condition, fromTree, type Group, isGroup, MIDNIGHT } from './tree.js';

/** The most values that a summary names. */
const MAX_VALUES = 3;

/** Says in a sentence whom a tree selects. Names of groups and applications are only counted. */
export const useTreeInWords = () => {
  const { t, format } = useTranslation();
  const nameOfValue: Readonly<Record<string, (id: string) => string>> = {
    country: format.country,
    language: format.language,
  };
  const listOf = ({ kind, values }: Condition): string => {
    if (kind === 'app' || kind === 'tagGroup') return t('segments.chosen', { count: values.length });
    const names = values.slice(0, MAX_VALUES).map((id) => nameOfValue[kind]?.(id) ?? id);
    const rest = values.length - names.length;
    return [...names, ...(rest > 0 ? [t('calendar.more', { count: rest })] : [])].join(', ');
  };
  const howOf = ({ kind, how }: Condition): string => {
    if (how === 'in' || how === 'not.in') {
      const verb = kind === 'tag' || kind === 'tagGroup' ? 'has' : 'is';
      return t(`segments.how.${verb}${how === 'in' ? '' : '.not'}` as MessageKey);
    }
    return t(`segments.how.${how}` as MessageKey);
  };
  const detailOf = (condition: Condition): string => {
    const { kind, how, values, value, date, clock, amount, unit, times } = condition;
    if (isListKind(kind)) return listOf(condition);
    const span = amount === '' ? '' : t('segments.span', { amount, unit: t(`segments.unit.${unit}`) });
    if (kind === 'event') return [how === 'AT_LEAST' ? `${times}×` : '', span].filter(Boolean).join(', ');
    if (how.endsWith('within')) return span;
    if (date !== '') return clock === MIDNIGHT ? format.fullDay(date) : format.dateTime(`${date}${clock}`);
    return values.length > 0 ? values.slice(0, MAX_VALUES).join(', ') : value;
  };
  const say = (group: Group): string => {
    const parts = group.children.map((child) => {
      if (isGroup(child)) return `(${say(child)})`;
      const subject = child.name === '' ? t(`segments.kind.${child.kind}`) : child.name;
      return [subject, howOf(child), detailOf(child)].filter(Boolean).join(' ');
    });
    const joined = parts.join(` ${t(`segments.word.${group.join}`)} `);
    return group.isNot ? t('segments.notThis', { conditions: joined }) : joined;
  };
  return (tree: Readonly<Record<string, unknown>>): string => say(fromTree(tree));
};
