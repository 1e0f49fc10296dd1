import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useWords } from '../i18n/i18n.js';
import { IconButton } from './icon-button.js';

export interface Action {
  readonly id: string;
  readonly name: string;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isHidden?: boolean;
  readonly onAction: () => void;
}

/** What can be done with something, behind three dots; nothing where nothing can. */
export const ActionMenu = ({ label, actions }: { readonly label?: string; readonly actions: readonly Action[] }) => {
  const { t } = useWords();
  const shown = actions.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) return null;
  return (
    <MenuTrigger>
      <IconButton label={label ?? t('action.actions')} icon={<Ellipsis size={18} aria-hidden />} />
      <Popover className="popover" placement="bottom end" offset={4}>
        <AriaMenu className="list-box">
          {shown.map(({ id, name, icon, isDangerous, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              onAction={onAction}
              className="list-box-item"
              data-danger={isDangerous || undefined}
            >
              {icon}
              <span className="list-box-words">{name}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
};
