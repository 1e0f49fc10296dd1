import { useEffect, useState } from 'react';
import type { Translate } from '../i18n/catalogue/index.js';
import { useTranslation } from '../i18n/i18n.js';
import { Button, LinkButton } from '../ui/button.js';
import { FormProblem, useForm } from '../ui/form.js';
import { Skeleton } from '../ui/page.js';
import { TextField } from '../ui/text-field.js';
import { AuthPage } from './auth-page.js';
import { acceptInvitation, attempt, checkInvitation, failureText, type Invitation } from './session-api.js';

/** The target of invitation and password links. Their token is in the fragment, which no log records. */
const JoinPage = () => {
  const { t } = useTranslation();
  const [token] = useState(() => location.hash.slice(1));
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    checkInvitation(token).then(setInvitation, (reason: unknown) => setRefusal(failureText(t, reason, 'link')));
  }, [token, t]);
  if (refusal !== null) {
    return (
      <AuthPage title={t('join.bad.title')} lead={refusal}>
        <LinkButton href="/" size="large">
          {t('join.toSignIn')}
        </LinkButton>
      </AuthPage>
    );
  }
  if (invitation === null) return <AuthPage title={t('state.loading')}>{<Skeleton lines={4} />}</AuthPage>;
  return <JoinForm token={token} invitation={invitation} />;
};

export default JoinPage;

const JoinForm = ({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) => {
  const { t } = useTranslation();
  const { kind, role } = invitation;
  const isFirst = kind === 'FIRST_ADMIN';
  const form = useForm({
    initial: { name: invitation.name ?? '', email: invitation.email ?? '', password: '' },
    fields: ['name', 'email', 'password'],
    save: ({ name, email, password }) => {
      const named = kind === 'PASSWORD_RESET' ? {} : { name };
      return attempt(t, 'link', () => acceptInvitation({ token, password, ...named, ...(isFirst ? { email } : {}) }));
    },
    // Leaves the token behind, and clears everything read before.
    onSaved: () => location.replace('/console'),
  });
  const lead = t(`join.lead.${kind}`, { role: t(`role.${role}`), email: form.values.email });
  return (
    <AuthPage title={titleOf(t, invitation)} lead={lead}>
      <form className="form" onSubmit={form.submit}>
        <FormProblem form={form} />
        {kind !== 'PASSWORD_RESET' && (
          <TextField
            label={t('join.name')}
            name="name"
            autoComplete="name"
            {...form.text('name')}
            isRequired
            autoFocus
          />
        )}
        <TextField
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username"
          {...form.text('email')}
          isRequired
          isDisabled={!isFirst}
        />
        <TextField
          label={t('join.password')}
          type="password"
          name="password"
          autoComplete="new-password"
          {...form.text('password')}
          hint={t('join.passwordHint')}
          isRequired
          autoFocus={kind === 'PASSWORD_RESET'}
        />
        <Button type="submit" variant="primary" size="large" isPending={form.isBusy}>
          {t('join.submit')}
        </Button>
      </form>
    </AuthPage>
  );
};

const titleOf = (t: Translate, { kind, accountName }: Invitation): string =>
  kind === 'INVITATION' && accountName === null
    ? t('join.title.unnamed')
    : t(`join.title.${kind}`, { account: accountName ?? '' });
