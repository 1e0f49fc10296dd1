import { Trash2 } from 'lucide-react';
import { useTranslation } from '../../i18n/i18n.js';
import { ChipsField } from '../../ui/chips-field.js';
import { ComboField } from '../../ui/combo-field.js';
import { SelectField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { TextField } from '../../ui/text-field.js';
import type { SegmentOptions } from './options.js';
import {
  type AttributeKind,
  type Condition,
  type ConditionKind,
  hows,
  KINDS,
  LIST_KINDS,
  type ListKind,
  MIDNIGHT,
  newCondition,
  UNITS,
} from './tree.js';

interface FieldsProps {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  readonly options: SegmentOptions;
}

export const isListKind = (kind: ConditionKind): kind is ListKind => LIST_KINDS.some((known) => known === kind);

/** One condition in a row: what it looks at, how it compares, and with what. */
export const ConditionFields = ({
  number,
  isNew,
  onRemove,
  ...props
}: FieldsProps & {
  /** Its place in the group, from 1. */
  readonly number: number;
  /** It was just added, so it gets the focus. */
  readonly isNew: boolean;
  readonly onRemove: () => void;
}) => {
  const { t } = useTranslation();
  const { condition, onChange, options } = props;
  const name = t(`segments.kind.${condition.kind}`);
  const type = options.typeOf(condition.name) ?? 'STRING';
  return (
    <fieldset className="condition">
      <legend className="visually-hidden">{t('segments.condition', { number, name })}</legend>
      <div className="condition-fields">
        <SelectField
          label={t('segments.kind')}
          value={condition.kind}
          options={KINDS.map((id) => ({ id, name: t(`segments.kind.${id}`) }))}
          onChange={(kind) => onChange({ ...newCondition(kind), key: condition.key })}
          autoFocus={isNew}
        />
        <Name {...props} />
        <How {...props} type={type} />
        <Value {...props} type={type} />
      </div>
      <IconButton
        size="small"
        label={t('segments.condition.remove', { number, name })}
        icon={Trash2}
        onPress={onRemove}
      />
    </fieldset>
  );
};

/** Which attribute, or which event. */
const Name = ({ condition, onChange, options }: FieldsProps) => {
  const { t } = useTranslation();
  const { kind, name } = condition;
  if (kind !== 'attribute' && kind !== 'event') return null;
  const known = kind === 'attribute' ? options.attributes : options.events;
  const isKnown = name === '' || known.some(({ id }) => id === name);
  const choose = (next: string) => {
    if (kind === 'event') return onChange({ ...condition, name: next });
    const allowed = hows(kind, options.typeOf(next));
    const how = allowed.includes(condition.how) ? condition.how : (allowed[0] ?? 'EQ');
    return onChange({ ...condition, name: next, how, value: '', values: [], date: '', clock: MIDNIGHT });
  };
  return (
    <ComboField
      // The list of choices is fixed when the field appears.
      key={`${known.length}`}
      label={t(kind === 'attribute' ? 'segments.attribute' : 'segments.event')}
      options={isKnown ? known : [{ id: name, name }, ...known]}
      value={name === '' ? null : name}
      onChange={choose}
    />
  );
};

const How = ({ condition, onChange, type }: FieldsProps & { readonly type: AttributeKind }) => {
  const { t } = useTranslation();
  const { kind, how } = condition;
  const offered = hows(kind, type);
  const has = kind === 'tag' || kind === 'tagGroup' ? 'has' : 'is';
  const nameOf = (id: string): string => {
    if (id === 'in') return t(`segments.how.${has}`);
    if (id === 'not.in') return t(`segments.how.${has}.not`);
    if (type === 'DATE' && kind === 'attribute' && (id === 'LT' || id === 'GT')) {
      return t(id === 'LT' ? 'segments.how.before' : 'segments.how.after');
    }
    return t(`segments.how.${id}` as 'segments.how.EQ');
  };
  return (
    <SelectField
      label={t('segments.how')}
      value={how}
      options={(offered.includes(how) ? offered : [...offered, how]).map((id) => ({ id, name: nameOf(id) }))}
      onChange={(next) => onChange({ ...condition, how: next })}
    />
  );
};

const Value = ({ condition, onChange, options, type }: FieldsProps & { readonly type: AttributeKind }) => {
  const { t } = useTranslation();
  const { kind, how, values, value } = condition;
  if (isListKind(kind)) {
    return (
      <ChipsField
        label={t(`segments.values.${kind}`)}
        options={options.lists[kind]}
        value={values}
        onChange={(next) => onChange({ ...condition, values: next })}
        {...(kind === 'tag' ? { onSearch: options.searchTags } : {})}
        takesOthers={kind === 'tag' || kind === 'language' || kind === 'platform'}
        placeholder={t('composer.choose')}
      />
    );
  }
  if (kind === 'lastActive' || kind === 'registered') {
    return how === 'within' || how === 'not.within' ? (
      <Span condition={condition} onChange={onChange} />
    ) : (
      <DateOf condition={condition} onChange={onChange} />
    );
  }
  if (kind === 'event') return <EventFields condition={condition} onChange={onChange} />;
  if (kind === 'attribute' && how.endsWith('EXISTS')) return null;
  if (kind === 'attribute' && how.endsWith('IN') && how !== 'CONTAINS') {
    return (
      <ChipsField
        label={t('segments.values')}
        options={values.map((id) => ({ id, name: id }))}
        value={values}
        onChange={(next) => onChange({ ...condition, values: next })}
        takesOthers
        placeholder={t('segments.values.add')}
      />
    );
  }
  if (kind === 'attribute' && type === 'DATE') return <DateOf condition={condition} onChange={onChange} />;
  if (kind === 'attribute' && type === 'BOOLEAN') {
    return (
      <SelectField
        label={t('segments.value')}
        value={value === '' ? null : value}
        options={[
          { id: 'true', name: t('attributes.true') },
          { id: 'false', name: t('attributes.false') },
        ]}
        onChange={(next) => onChange({ ...condition, value: next })}
      />
    );
  }
  return (
    <TextField
      label={t(kind === 'appVersion' ? 'segments.version' : 'segments.value')}
      type={kind === 'attribute' && type === 'NUMBER' ? 'number' : 'text'}
      value={value}
      onChange={(next) => onChange({ ...condition, value: next })}
      placeholder={kind === 'appVersion' ? '4.2' : undefined}
      autoComplete="off"
    />
  );
};

type EditProps = Pick<FieldsProps, 'condition' | 'onChange'>;

const DateOf = ({ condition, onChange }: EditProps) => {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('segments.date')}
      type="date"
      value={condition.date}
      onChange={(date) => onChange({ ...condition, date, clock: MIDNIGHT })}
      hint={condition.clock === MIDNIGHT ? t('segments.date.hint') : condition.clock.slice(1)}
    />
  );
};

/** A number of days, hours or minutes until now. */
const Span = ({ condition, onChange }: EditProps) => {
  const { t } = useTranslation();
  return (
    <div className="field-row">
      <TextField
        label={t('segments.amount')}
        type="number"
        min="1"
        value={condition.amount}
        onChange={(amount) => onChange({ ...condition, amount })}
        placeholder={condition.kind === 'event' ? t('segments.amount.any') : undefined}
      />
      <SelectField
        label={t('segments.unit')}
        value={condition.unit}
        options={UNITS.map((id) => ({ id, name: t(`segments.unit.${id}`) }))}
        onChange={(unit) => onChange({ ...condition, unit })}
      />
    </div>
  );
};

const EventFields = ({ condition, onChange }: EditProps) => {
  const { t } = useTranslation();
  return (
    <>
      {condition.how === 'AT_LEAST' && (
        <TextField
          label={t('segments.times')}
          type="number"
          min="1"
          value={condition.times}
          onChange={(times) => onChange({ ...condition, times })}
        />
      )}
      <Span condition={condition} onChange={onChange} />
    </>
  );
};
