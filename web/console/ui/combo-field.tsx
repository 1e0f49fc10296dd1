import { ChevronDown } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import type { Option } from './fields.js';

/** Selects one of many options, filtered while the user types. */
export const ComboField = <Key extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: {
  readonly label: string;
  readonly options: readonly Option<Key>[];
  readonly value: Key | null;
  readonly onChange: (value: Key) => void;
  readonly error?: string | null;
}) => (
  <ComboBox
    className="field"
    defaultItems={options}
    selectedKey={value}
    isInvalid={Boolean(error)}
    onSelectionChange={(key) => {
      if (key !== null) onChange(key as Key);
    }}
  >
    <Label className="field-label">{label}</Label>
    <div className="combo">
      <Input className="input" dir="auto" />
      <AriaButton className="combo-button">
        <ChevronDown size={16} aria-hidden />
      </AriaButton>
    </div>
    <FieldError className="field-error">{error}</FieldError>
    <Popover className="popover" offset={4}>
      <ListBox<Option<Key>> className="list-box">
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.name} className="list-box-item">
            <span className="list-box-words">{option.name}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </ComboBox>
);
