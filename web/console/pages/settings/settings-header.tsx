import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Banner, PageHeader } from '../../ui/page.js';
import { SubNav } from '../../ui/subnav.js';

/** The title and the tabs of the settings. */
export const SettingsHeader = () => {
  const { t } = useTranslation();
  const isAdmin = useMay('admin');
  return (
    <>
      <PageHeader title={t('nav.settings')} lead={t('settings.lead')} />
      <SubNav
        label={t('nav.settings')}
        places={[
          { href: '/settings', name: t('settings.account') },
          ...(isAdmin
            ? [
                { href: '/settings/members', name: t('settings.members') },
                { href: '/settings/keys', name: t('settings.keys') },
                { href: '/settings/webhooks', name: t('settings.webhooks') },
                { href: '/settings/audit', name: t('settings.audit') },
              ]
            : []),
          { href: '/settings/alerts', name: t('alerts.alerts') },
          { href: '/settings/attributes', name: t('attributes.attributes') },
          { href: '/settings/graph', name: t('settings.graph') },
        ]}
      />
    </>
  );
};

/** A settings page for admins only. */
export const ForAdmins = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation();
  const isAdmin = useMay('admin');
  return (
    <>
      <SettingsHeader />
      {isAdmin ? children : <Banner kind="warn">{t('settings.adminsOnly')}</Banner>}
    </>
  );
};
