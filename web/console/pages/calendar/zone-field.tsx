import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from '../../i18n/i18n.js';

/** A combo box of all time zones. */
export const ZoneField = ({
  value,
  own,
  onChange,
}: {
  readonly value: string;
  readonly own: string;
  readonly onChange: (zone: string) => void;
}) => {
  const { t } = useTranslation();
  const [zones] = useState(() => [...new Set([own, 'UTC', value, ...Intl.supportedValuesOf('timeZone')])]);
  return (
    <ComboBox
      className="zone-field"
      defaultItems={zones.map((id) => ({ id }))}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label className="visually-hidden">{t('calendar.zone')}</Label>
      <Input className="input" />
      <AriaButton className="search-clear" aria-label={t('calendar.zone')}>
        <ChevronDown size={16} aria-hidden />
      </AriaButton>
      <Popover className="popover" offset={4}>
        <ListBox<{ id: string }> className="list-box">
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className="list-box-item">
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
};
