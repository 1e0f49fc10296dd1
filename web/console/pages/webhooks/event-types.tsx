import type { AccountEventType } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { CheckboxField } from '../../ui/fields.js';

/** In the order in which people look for them. */
export const EVENT_TYPES = [
  'MESSAGE_SENT',
  'MESSAGE_DELIVERED',
  'MESSAGE_CLICKED',
  'MESSAGE_DISMISSED',
  'MESSAGE_FAILED',
  'MESSAGE_HELD',
  'MESSAGE_DROPPED',
  'RUN_STARTED',
  'RUN_PAUSED',
  'RUN_RESUMED',
  'RUN_FINISHED',
  'RUN_CANCELLED',
  'RUN_MISSED',
  'DEVICE_REGISTERED',
  'DEVICE_RETIRED',
  'PREFERENCE_CHANGED',
  'CONVERSION',
  'APP_PAUSED',
  'APP_RESUMED',
  'ALERT_RAISED',
] as const satisfies readonly AccountEventType[];

/** Fails to compile when the graph has a type that the list lacks. */
type Missing = Exclude<AccountEventType, (typeof EVENT_TYPES)[number]>;
const NONE_MISSING: [Missing] extends [never] ? true : Missing = true;

/** Checkboxes for the types of events. An empty list is all of them. */
export const EventTypesField = ({
  value,
  onChange,
}: {
  readonly value: readonly AccountEventType[];
  readonly onChange: (value: readonly AccountEventType[]) => void;
}) => {
  const { t } = useTranslation();
  const isAll = NONE_MISSING && value.length === 0;
  return (
    <fieldset className="field">
      <legend className="field-label">{t('webhooks.types')}</legend>
      <CheckboxField
        isSelected={isAll}
        onChange={(isOn) => onChange(isOn ? [] : ['MESSAGE_SENT'])}
        hint={t('webhooks.types.all.hint')}
      >
        {t('webhooks.types.all')}
      </CheckboxField>
      {!isAll && (
        <div className="webhook-types">
          {EVENT_TYPES.map((type) => (
            <CheckboxField
              key={type}
              isSelected={value.includes(type)}
              onChange={(isOn) => onChange(EVENT_TYPES.filter((each) => (each === type ? isOn : value.includes(each))))}
            >
              {t(`webhooks.type.${type}`)}
            </CheckboxField>
          ))}
        </div>
      )}
    </fieldset>
  );
};

/** A few types in words, and the number of many. */
export const useTypesInWords = () => {
  const { t, format } = useTranslation();
  return (types: readonly AccountEventType[]): string => {
    if (types.length === 0) return t('webhooks.types.all');
    if (types.length > 3) return t('webhooks.types.count', { n: types.length });
    return format.list(types.map((type) => t(`webhooks.type.${type}`)));
  };
};
