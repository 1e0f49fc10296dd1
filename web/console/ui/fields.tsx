import { Check, ChevronDown, Search, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input as AriaInput } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import { Text } from 'react-aria-components/Text';
import { useTranslation } from '../i18n/i18n.js';
import type { FieldProps } from './text-field.js';

export interface Option<Key extends string> {
  readonly id: Key;
  readonly name: string;
  readonly about?: string;
}

export const SelectField = <Key extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  isLabelHidden = false,
  ...props
}: FieldProps & {
  readonly value: Key | null;
  readonly options: readonly Option<Key>[];
  readonly onChange: (value: Key) => void;
  readonly isLabelHidden?: boolean;
  readonly autoFocus?: boolean;
}) => (
  <AriaSelect
    {...props}
    className="field"
    isInvalid={Boolean(error)}
    // An empty list would not open, for example while its options load.
    isDisabled={options.length === 0}
    selectedKey={value}
    onSelectionChange={(key) => onChange(key as Key)}
  >
    <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
    <AriaButton className="input select-button">
      <SelectValue className="select-value">
        {({ selectedText, defaultChildren, isPlaceholder }) => (isPlaceholder ? defaultChildren : selectedText)}
      </SelectValue>
      <ChevronDown size={16} aria-hidden />
    </AriaButton>
    {hint !== undefined && (
      <Text slot="description" className="field-hint">
        {hint}
      </Text>
    )}
    <FieldError className="field-error">{error}</FieldError>
    <Popover className="popover" offset={4}>
      <ListBox className="list-box" items={options}>
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.name} className="list-box-item">
            <span className="list-box-words">
              <Text slot="label">{option.name}</Text>
              {option.about !== undefined && (
                <Text slot="description" className="list-box-about">
                  {option.about}
                </Text>
              )}
            </span>
            <Check size={16} aria-hidden className="list-box-check" />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </AriaSelect>
);

export const CheckboxField = ({
  children,
  isSelected,
  onChange,
  isDisabled,
  hint,
}: {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (value: boolean) => void;
  readonly isDisabled?: boolean;
  readonly hint?: string;
}) => {
  const hintId = useId();
  return (
    <div className="check-field">
      <AriaCheckbox
        className="checkbox"
        isSelected={isSelected}
        onChange={onChange}
        isDisabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : hintId}
      >
        <span className="checkbox-box" aria-hidden>
          <Check size={14} strokeWidth={3} />
        </span>
        {children}
      </AriaCheckbox>
      {hint !== undefined && (
        <span id={hintId} className="field-hint">
          {hint}
        </span>
      )}
    </div>
  );
};

export const SwitchField = ({
  children,
  isSelected,
  onChange,
  isDisabled,
}: {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (value: boolean) => void;
  readonly isDisabled?: boolean;
}) => (
  <AriaSwitch className="switch" isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
    <span className="switch-track" aria-hidden>
      <span className="switch-thumb" />
    </span>
    {children}
  </AriaSwitch>
);

export const SearchField = ({
  label,
  value,
  onChange,
  placeholder,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
}) => {
  const { t } = useTranslation();
  return (
    <AriaSearchField aria-label={label} className="search-field" value={value} onChange={onChange}>
      <Search size={16} aria-hidden className="search-icon" />
      <AriaInput className="input" dir="auto" placeholder={placeholder ?? label} />
      <AriaButton className="search-clear" aria-label={t('action.clear')}>
        <X size={14} aria-hidden />
      </AriaButton>
    </AriaSearchField>
  );
};

export interface Choice<Key extends string> extends Option<Key> {
  readonly icon?: ReactNode;
}

/** Selects one of a few options: cards with a description, or a row of segments without one. */
export const ChoiceField = <Key extends string>({
  label,
  value,
  choices,
  onChange,
  look = 'cards',
  isLabelHidden = false,
  isDisabled = false,
}: {
  readonly label: string;
  readonly value: Key | null;
  readonly choices: readonly Choice<Key>[];
  readonly onChange: (value: Key) => void;
  readonly look?: 'cards' | 'segments';
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
}) => (
  <RadioGroup
    className="field"
    value={value}
    onChange={(key) => onChange(key as Key)}
    orientation={look === 'segments' ? 'horizontal' : 'vertical'}
    isDisabled={isDisabled}
  >
    <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
    <div className={look === 'segments' ? 'segments' : 'choice-cards'}>
      {choices.map(({ id, name, about, icon }) => (
        <Radio key={id} value={id} className={look === 'segments' ? 'segment' : 'choice-card'}>
          {icon}
          <span className="choice-words">
            <span className="choice-name">{name}</span>
            {about !== undefined && look === 'cards' && <span className="choice-about">{about}</span>}
          </span>
        </Radio>
      ))}
    </div>
  </RadioGroup>
);
