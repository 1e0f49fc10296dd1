import { ChevronsUpDown, LogOut, Menu as MenuIcon, Plus, UserRound, WifiOff, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { Link, useLocation } from 'wouter';
import { useConnection } from '../graph/connection.js';
import { setLanguage, useLanguage, useWords } from '../i18n/i18n.js';
import { LANGUAGES, type Language } from '../i18n/messages.js';
import { useMay, useMember } from '../session/session.js';
import { signOut } from '../session/session-api.js';
import { IconButton, LinkButton } from '../ui/button.js';
import { Toasts } from '../ui/toast.js';
import { Logo } from './logo.js';
import { isAt, NavigationLinks, TAB_BAR } from './navigation.js';
import { setTheme, THEMES, type Theme, useChosenTheme } from './theme.js';

/** What is around every page: navigation, account, messages, and whether the connection is there. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useWords();
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <aside className="sidebar">
        <Link href="/" className="sidebar-brand">
          <Logo />
          {t('app.name')}
        </Link>
        <NewCampaign />
        <nav aria-label={t('nav.label')} className="sidebar-nav">
          <NavigationLinks />
        </nav>
        <AccountMenu />
      </aside>
      <TopBar />
      <OfflineBar />
      <main id="main" tabIndex={-1} className="main">
        {children}
      </main>
      <TabBar />
      <Toasts />
    </div>
  );
};

const NewCampaign = () => {
  const { t } = useWords();
  return useMay('write') ? (
    <LinkButton href="/campaigns/new" variant="primary" icon={<Plus size={16} aria-hidden />}>
      {t('nav.newCampaign')}
    </LinkButton>
  ) : null;
};

/** Of small screens. */
const TopBar = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  return (
    <header className="top-bar">
      <Link href="/" className="sidebar-brand">
        <Logo />
        {t('app.name')}
      </Link>
      {mayWrite && (
        <LinkButton href="/campaigns/new" variant="primary" size="small" icon={<Plus size={16} aria-hidden />}>
          {t('nav.newCampaign')}
        </LinkButton>
      )}
    </header>
  );
};

/** Of small screens. */
const TabBar = () => {
  const { t } = useWords();
  const [location] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav aria-label={t('nav.label')} className="tab-bar">
      {TAB_BAR.map((place) => (
        <Link
          key={place.href}
          href={place.href}
          className="tab-bar-link"
          aria-current={isAt(location, place.href) ? 'page' : undefined}
        >
          <place.icon size={20} aria-hidden />
          {t(place.name)}
        </Link>
      ))}
      <AriaButton className="tab-bar-link" onPress={() => setIsOpen(true)} aria-expanded={isOpen}>
        <MenuIcon size={20} aria-hidden />
        {t('nav.more')}
      </AriaButton>
      <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={setIsOpen} isDismissable>
        <Modal className="drawer">
          <AriaDialog className="drawer-dialog" aria-label={t('nav.more')}>
            <div className="drawer-head">
              <AccountMenu />
              <IconButton
                label={t('action.close')}
                icon={<X size={18} aria-hidden />}
                onPress={() => setIsOpen(false)}
              />
            </div>
            <NavigationLinks onFollow={() => setIsOpen(false)} />
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </nav>
  );
};

const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const AccountMenu = () => {
  const { t } = useWords();
  const { name, role, accountName } = useMember();
  const [, navigate] = useLocation();
  const language = useLanguage();
  const theme = useChosenTheme();
  const leave = async () => {
    await signOut().catch(() => undefined);
    location.assign('/console');
  };
  return (
    <MenuTrigger>
      <AriaButton className="account-button">
        <span className="visually-hidden">{t('account.menu')}</span>
        <span className="avatar" aria-hidden>
          {initialsOf(name)}
        </span>
        <span className="account-words">
          <span className="account-name">{name}</span>
          <span className="account-about">
            {accountName} · {t(`role.${role}`)}
          </span>
        </span>
        <ChevronsUpDown size={14} aria-hidden />
      </AriaButton>
      <Popover className="popover account-popover" placement="top start" offset={6}>
        <Menu className="list-box">
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
    </MenuTrigger>
  );
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** A moment's loss is not worth a word. */
const PATIENCE_MS = 1_500;

const OfflineBar = () => {
  const { t } = useWords();
  const { isOnline } = useConnection();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (isOnline) return setIsShown(false);
    const timer = setTimeout(() => setIsShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return (
    <div role="status">
      {isShown && (
        <p className="offline-bar">
          <WifiOff size={16} aria-hidden />
          {t('offline.text')}
        </p>
      )}
    </div>
  );
};
