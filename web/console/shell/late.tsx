import { LogOut, UserRound, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { useLocation } from 'wouter';
import { setLanguage, useLanguage, useTranslation } from '../i18n/i18n.js';
import { LANGUAGES, type Language } from '../i18n/messages.js';
import { signOut } from '../session/session-api.js';
import { IconButton } from '../ui/icon-button.js';
import { NavigationLinks } from './navigation.js';
import { AccountMenu, BuildFooter } from './shell.js';
import { setTheme, THEMES, type Theme, useChosenTheme } from './theme.js';

export { SignInAgain } from '../session/sign-in-again.js';

interface Open {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The navigation on small screens. */
export const Drawer = (open: Open) => {
  const { t } = useTranslation();
  const close = () => open.onOpenChange(false);
  return (
    <ModalOverlay className="overlay" {...open} isDismissable>
      <Modal className="drawer">
        <AriaDialog className="drawer-dialog" aria-label={t('nav.more')}>
          <div className="drawer-head">
            <AccountMenu />
            <IconButton label={t('action.close')} icon={X} onPress={close} />
          </div>
          <NavigationLinks onFollow={close} />
          <BuildFooter />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};

const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The menu of the account button. */
export const AccountPopover = (open: Open & { readonly triggerRef: RefObject<HTMLButtonElement | null> }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const language = useLanguage();
  const theme = useChosenTheme();
  const leave = async () => {
    await signOut().catch(() => undefined);
    location.assign('/console');
  };
  return (
    <Popover {...open} className="popover account-popover" placement="top start" offset={6}>
      <Menu
        className="list-box"
        aria-label={t('account.menu')}
        autoFocus="first"
        onClose={() => open.onOpenChange(false)}
      >
        <MenuItem
          id="settings"
          className="list-box-item"
          textValue={t('account.settings')}
          onAction={() => navigate('/settings')}
        >
          <UserRound size={16} aria-hidden />
          <span className="list-box-words">{t('account.settings')}</span>
        </MenuItem>
        <Separator className="list-box-separator" />
        <MenuSection
          selectionMode="single"
          selectedKeys={[language]}
          disallowEmptySelection
          onSelectionChange={(keys) => setLanguage([...(keys as Set<Language>)][0] ?? 'en')}
        >
          <Header className="list-box-header">{t('account.language')}</Header>
          {LANGUAGES.map((tag) => (
            <MenuItem key={tag} id={tag} className="list-box-item" textValue={OWN_NAMES[tag]}>
              <span className="list-box-words" lang={tag}>
                {OWN_NAMES[tag]}
              </span>
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection
          selectionMode="single"
          selectedKeys={[theme]}
          disallowEmptySelection
          onSelectionChange={(keys) => setTheme([...(keys as Set<Theme>)][0] ?? 'system')}
        >
          <Header className="list-box-header">{t('account.theme')}</Header>
          {THEMES.map((id) => (
            <MenuItem key={id} id={id} className="list-box-item" textValue={t(`account.theme.${id}`)}>
              <span className="list-box-words">{t(`account.theme.${id}`)}</span>
            </MenuItem>
          ))}
        </MenuSection>
        <Separator className="list-box-separator" />
        <MenuItem id="leave" className="list-box-item" textValue={t('account.signOut')} onAction={() => void leave()}>
          <LogOut size={16} aria-hidden />
          <span className="list-box-words">{t('account.signOut')}</span>
        </MenuItem>
      </Menu>
    </Popover>
  );
};
