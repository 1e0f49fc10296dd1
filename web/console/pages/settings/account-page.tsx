import {
  AccountSessionsDocument,
  type AccountSessionsQuery,
  AccountUpdateDocument,
  PasswordChangeDocument,
  SessionRevokeDocument,
  SessionsRevokeOthersDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { setLanguage, useLanguage, useTranslation } from '../../i18n/i18n.js';
import type { Language } from '../../i18n/messages.js';
import { useMay, useMember } from '../../session/session.js';
import { setTheme, THEMES, useChosenTheme } from '../../shell/theme.js';
import { Button } from '../../ui/button.js';
import { ChoiceField } from '../../ui/fields.js';
import { FormProblem, useForm } from '../../ui/form.js';
import { Badge, Card, ErrorNote, Facts, Skeleton } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import { AccountName } from './account-name.js';
import { AccountSettings, Attribution, Holdout } from './account-settings.js';
import { FrequencyCaps } from './frequency-caps.js';
import { QuietHoursCard } from './quiet-hours.js';
import { SettingsHeader } from './settings-header.js';

type SessionLine = AccountSessionsQuery['viewer']['sessions'][number];

const AccountPage = () => {
  const { t } = useTranslation();
  const { name, email, role, accountName } = useMember();
  const isAdmin = useMay('admin');
  const { data, error, isLoading, refresh } = usePageQuery(AccountSessionsDocument, {});
  const [update] = useAction(AccountUpdateDocument, { quiet: true });
  return (
    <>
      <SettingsHeader />
      <div className="columns">
        <Card title={t('settings.me')}>
          <Facts
            facts={[
              [t('settings.name'), name],
              [t('signIn.email'), email],
              [t('settings.accountName'), accountName ?? t('settings.accountName.none')],
              [t('settings.role'), t(`role.${role}`)],
            ]}
          />
        </Card>
        <Card title={t('settings.appearance')} lead={t('settings.appearance.lead')}>
          <Appearance />
        </Card>
      </div>
      {isAdmin && <AccountName />}
      {isAdmin && data && <AccountSettings timeZone={data.viewer.user.timeZone ?? null} />}
      {isAdmin && data && (
        <QuietHoursCard
          saved={data.viewer.user.quietHours ?? null}
          save={(quietHours) => update({ input: { quietHours } })}
          level="account"
          mayChange
        />
      )}
      {isAdmin && data && <FrequencyCaps saved={data.viewer.user.frequencyCaps ?? null} />}
      {isAdmin && data && <Holdout saved={data.viewer.user.holdout ?? null} />}
      {isAdmin && data && <Attribution saved={data.viewer.user.attribution} />}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card
        title={t('settings.sessions')}
        lead={t('settings.sessions.lead')}
        isFlush
        aside={<RevokeOthers sessions={data?.viewer.sessions ?? []} />}
      >
        {isLoading && <Skeleton lines={3} />}
        {data && <Sessions sessions={data.viewer.sessions} />}
      </Card>
      {data?.viewer.member?.hasPassword && (
        <Card title={t('settings.password')}>
          <ChangePassword />
        </Card>
      )}
    </>
  );
};

export default AccountPage;

const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const Appearance = () => {
  const { t } = useTranslation();
  const language = useLanguage();
  const theme = useChosenTheme();
  return (
    <div className="form">
      <ChoiceField
        label={t('account.language')}
        look="segments"
        value={language}
        choices={(['en', 'de'] as const).map((id) => ({ id, name: OWN_NAMES[id] }))}
        onChange={setLanguage}
      />
      <ChoiceField
        label={t('account.theme')}
        look="segments"
        value={theme}
        choices={THEMES.map((id) => ({ id, name: t(`account.theme.${id}`) }))}
        onChange={setTheme}
      />
    </div>
  );
};

const RevokeOthers = ({ sessions }: { readonly sessions: readonly SessionLine[] }) => {
  const { t } = useTranslation();
  const [revoke, isBusy] = useAction(SessionsRevokeOthersDocument);
  if (sessions.length < 2) return null;
  const go = async () => {
    const answer = await revoke({});
    if (answer.ok) showToast({ kind: 'good', text: t('settings.sessions.revoked') });
  };
  return (
    <Button size="small" onPress={() => void go()} isPending={isBusy}>
      {t('settings.sessions.revokeOthers')}
    </Button>
  );
};

const Sessions = ({ sessions }: { readonly sessions: readonly SessionLine[] }) => {
  const { t, format } = useTranslation();
  const [revoke] = useAction(SessionRevokeDocument);
  return (
    <Table
      label={t('settings.sessions')}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('settings.session.where'),
          cell: ({ userAgent, address, current }) => (
            <div className="cell-main">
              <span className="row">
                <span className="cell-name">{browserOf(userAgent ?? null) ?? t('state.unknown')}</span>
                {current && <Badge tone="good">{t('settings.session.current')}</Badge>}
              </span>
              <span className="cell-about">{address}</span>
            </div>
          ),
        },
        { name: t('settings.session.seen'), cell: ({ lastSeenAt }) => format.relative(lastSeenAt) },
        {
          name: t('settings.session.since'),
          isMinor: true,
          cell: ({ createdAt }) => format.dateTime(createdAt),
        },
        {
          name: t('settings.session.until'),
          isMinor: true,
          cell: ({ expiresAt }) => format.dateTime(expiresAt),
        },
      ]}
      actions={({ id, current, userAgent }) =>
        !current && (
          <Button
            size="small"
            onPress={() => void revoke({ id })}
            aria-label={t('settings.session.revoke.of', {
              browser: browserOf(userAgent ?? null) ?? t('state.unknown'),
            })}
          >
            {t('settings.session.revoke')}
          </Button>
        )
      }
    />
  );
};

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox, Linux" for a user agent. The order matters, because browsers also name their ancestors. */
const browserOf = (userAgent: string | null): string | null => {
  if (userAgent === null) return null;
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || userAgent.slice(0, 60);
};

const ChangePassword = () => {
  const { t } = useTranslation();
  const [change] = useAction(PasswordChangeDocument, { quiet: true });
  const empty = { current: '', new: '' };
  const form = useForm({
    initial: empty,
    fields: ['current', 'new'],
    save: change,
    onSaved: () => {
      form.replace(empty);
      showToast({ kind: 'good', text: t('settings.password.changed') });
    },
  });
  return (
    <form className="form form-narrow" onSubmit={form.submit}>
      <FormProblem form={form} />
      <TextField
        label={t('settings.password.current')}
        type="password"
        autoComplete="current-password"
        {...form.text('current')}
        isRequired
      />
      <TextField
        label={t('settings.password.new')}
        hint={t('join.passwordHint')}
        type="password"
        autoComplete="new-password"
        {...form.text('new')}
        isRequired
      />
      <div className="row">
        <Button type="submit" isPending={form.isBusy} isDisabled={form.values.current === '' || form.values.new === ''}>
          {t('settings.password.change')}
        </Button>
      </div>
    </form>
  );
};
