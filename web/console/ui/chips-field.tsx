import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { useTranslation } from '../i18n/i18n.js';

export interface ChipOption {
  readonly id: string;
  readonly name: string;
  /** A second, less prominent text, such as a code or a count. */
  readonly about?: string;
}

const SHOWN = 50;

/** Selects several options, shown as removable chips, with a field that finds more. */
export const ChipsField = ({
  label,
  options,
  value,
  onChange,
  onSearch,
  placeholder,
  takesOthers = false,
  isSingle = false,
  isDisabled = false,
}: {
  readonly label: string;
  readonly options: readonly ChipOption[];
  /** The ids of the selected options. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Receives the typed text, to search options that are too many to list. */
  readonly onSearch?: (text: string) => void;
  readonly placeholder?: string;
  /** Allows values that are not among the options. */
  readonly takesOthers?: boolean;
  /** A choice replaces the one before, and closes the list. */
  readonly isSingle?: boolean;
  readonly isDisabled?: boolean;
}) => {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const names = useMemo(() => new Map(options.map((option) => [option.id, option.name])), [options]);
  const type = (next: string) => {
    setText(next);
    onSearch?.(next);
  };
  const add = (id: string) => {
    if (!value.includes(id)) onChange(isSingle ? [id] : [...value, id]);
    type('');
  };
  const lower = text.trim().toLowerCase();
  const like = options.filter(({ id, name }) => lower === '' || `${name} ${id}`.toLowerCase().includes(lower));
  const found = like.filter(({ id }) => !value.includes(id)).slice(0, SHOWN);
  const own = text.trim();
  // Leaving the field selects the typed tag. If options have names, only a full name selects its option.
  const named = like.filter(({ id, name }) => id !== name);
  const meant = named.find(({ id, name }) => [id, name].some((word) => word.toLowerCase() === lower));
  const isNew = takesOthers && own !== '' && !meant && !value.includes(own) && !found.some(({ id }) => id === own);
  const items = isNew ? [{ id: own, name: own, about: t('action.add') }, ...found] : found;
  const typed = meant?.id ?? (named.length === 0 ? own : '');
  const isTyped = takesOthers && typed !== '';
  return (
    <div className="chips-field">
      <ComboBox
        className="field"
        items={items}
        inputValue={text}
        onInputChange={type}
        // The list closes when this changes.
        selectedKey={isSingle ? (value[0] ?? null) : null}
        onSelectionChange={(key) => {
          if (key !== null) add(String(key));
        }}
        // Switching to another window does not select.
        onBlur={() => {
          if (isTyped && document.hasFocus()) add(typed);
        }}
        menuTrigger="focus"
        allowsEmptyCollection
        isDisabled={isDisabled}
      >
        <Label className="field-label">{label}</Label>
        <Input
          className="input"
          dir="auto"
          placeholder={placeholder}
          // Tab moves on without selecting the option under the pointer.
          onKeyDownCapture={(event) => {
            if (event.key === 'Tab') event.stopPropagation();
            const isOption = event.currentTarget.hasAttribute('aria-activedescendant');
            if (event.key !== 'Enter' || !isTyped || isOption || event.nativeEvent.isComposing) return;
            // Enter must not submit the form.
            event.preventDefault();
            add(typed);
          }}
        />
        <Popover className="popover" offset={4}>
          <ListBox<ChipOption>
            className="list-box"
            renderEmptyState={() => <p className="list-box-empty">{t('state.none')}</p>}
          >
            {(option) => (
              <ListBoxItem id={option.id} textValue={option.name} className="list-box-item">
                <span className="list-box-words list-box-line">
                  <span>{option.name}</span>
                  {option.about !== undefined && <span className="list-box-about">{option.about}</span>}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      {value.length > 0 && (
        <TagGroup
          aria-label={label}
          onRemove={(keys) => onChange(value.filter((id) => !keys.has(id)))}
          className="chips-group"
        >
          <TagList className="chips" items={value.map((id) => ({ id, name: names.get(id) ?? id }))}>
            {({ id, name }) => (
              <Tag id={id} textValue={name} className="chip">
                <bdi>{name}</bdi>
                <AriaButton slot="remove" className="chip-remove" aria-label={t('action.remove', { name })}>
                  <X size={12} aria-hidden />
                </AriaButton>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
    </div>
  );
};
