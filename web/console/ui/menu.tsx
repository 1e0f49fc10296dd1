import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from '../i18n/i18n.js';
import { IconButton } from './icon-button.js';

export interface Action {
  /** Unique within the menu. */
  readonly name: string;
  readonly icon?: LucideIcon;
  readonly isDangerous?: boolean;
  readonly isHidden?: boolean;
  readonly onAction: () => void;
}

/** A menu of actions behind three dots. Renders nothing without actions. */
export const ActionMenu = ({ label, actions }: { readonly label?: string; readonly actions: readonly Action[] }) => {
  const { t } = useTranslation();
  const shown = actions.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) return null;
  return (
    <MenuTrigger>
      <IconButton label={label ?? t('action.actions')} icon={Ellipsis} />
      <Popover className="popover" placement="bottom end" offset={4}>
        <AriaMenu className="list-box">
          {shown.map(({ name, icon: Icon, isDangerous, onAction }) => (
            <MenuItem
              key={name}
              id={name}
              textValue={name}
              onAction={onAction}
              className="list-box-item"
              data-danger={isDangerous || undefined}
            >
              {Icon && <Icon size={16} aria-hidden />}
              <span className="list-box-words">{name}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
};
