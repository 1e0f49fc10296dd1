import { ChevronsUpDown, Menu as MenuIcon, Plus, WifiOff, Wrench } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Link, useLocation } from 'wouter';
import { useConnection } from '../graph/connection.js';
import { useTranslation } from '../i18n/i18n.js';
import { useBuild, useIsExpired, useMay, useMember } from '../session/session.js';
import { LinkButton } from '../ui/button.js';
import { Toasts } from '../ui/toast.js';
import { Logo } from './logo.js';
import { isAt, NavigationLinks, TAB_BAR } from './navigation.js';
import { useLate } from './use-late.js';

/** The frame of every page: navigation, account, toasts and the state of the connection. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation();
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
        <BuildFooter />
      </aside>
      <TopBar />
      <div className="shell-notices" role="status">
        <OfflineBar />
        <MaintenanceBar />
      </div>
      <main id="main" tabIndex={-1} className="main">
        {children}
      </main>
      <TabBar />
      <Toasts />
      <SignInAgain />
    </div>
  );
};

/** The release, which operators are asked for first when they report a problem. */
export const BuildFooter = () => {
  const { t } = useTranslation();
  const build = useBuild();
  return build && <footer className="sidebar-footer">{t('app.build', { ...build })}</footer>;
};

const SignInAgain = () => {
  const isExpired = useIsExpired();
  const late = useLate(isExpired);
  return late && isExpired ? <late.SignInAgain /> : null;
};

const NewCampaign = () => {
  const { t } = useTranslation();
  return useMay('write') ? (
    <LinkButton href="/campaigns/new" variant="primary" icon={Plus}>
      {t('nav.newCampaign')}
    </LinkButton>
  ) : null;
};

/** The header on small screens. */
const TopBar = () => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  return (
    <header className="top-bar">
      <Link href="/" className="sidebar-brand">
        <Logo />
        {t('app.name')}
      </Link>
      {mayWrite && (
        <LinkButton href="/campaigns/new" variant="primary" size="small" icon={Plus}>
          {t('nav.newCampaign')}
        </LinkButton>
      )}
    </header>
  );
};

/** The navigation on small screens. */
const TabBar = () => {
  const { t } = useTranslation();
  const [location] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const late = useLate(isOpen);
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
      {late && <late.Drawer isOpen={isOpen} onOpenChange={setIsOpen} />}
    </nav>
  );
};

export const AccountMenu = () => {
  const { t } = useTranslation();
  const { name, role, accountName } = useMember();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const late = useLate(isOpen);
  return (
    <>
      <AriaButton
        ref={button}
        className="account-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(true)}
      >
        <span className="visually-hidden">{t('account.menu')}</span>
        <span className="avatar" aria-hidden>
          {initialsOf(name)}
        </span>
        <span className="account-words">
          <span className="account-name">{name}</span>
          <span className="account-about">{[accountName, t(`role.${role}`)].filter(Boolean).join(' · ')}</span>
        </span>
        <ChevronsUpDown size={14} aria-hidden />
      </AriaButton>
      {late && <late.AccountPopover triggerRef={button} isOpen={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** A shorter loss of the connection is not reported. */
const PATIENCE_MS = 1_500;

const OfflineBar = () => {
  const { t } = useTranslation();
  const { isOnline } = useConnection();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (isOnline) return setIsShown(false);
    const timer = setTimeout(() => setIsShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return (
    isShown && (
      <p className="offline-bar">
        <WifiOff size={16} aria-hidden />
        {t('offline.text')}
      </p>
    )
  );
};

const EVERY_MS = 10_000;

/** Announces maintenance, so that nobody fills in a form that cannot be saved. */
const MaintenanceBar = () => {
  const { t } = useTranslation();
  return useMaintenance() ? (
    <p className="offline-bar">
      <Wrench size={16} aria-hidden />
      {t('maintenance.banner')}
    </p>
  ) : null;
};

/** A hidden page does not poll. */
const useMaintenance = (): boolean => {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void isUnderMaintenance().then(setIsOn, () => undefined);
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isOn;
};

const isUnderMaintenance = async (): Promise<boolean> => {
  const response = await fetch('/console/maintenance');
  const { maintenance } = (await response.json()) as { maintenance: unknown };
  return maintenance != null;
};
