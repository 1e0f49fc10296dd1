import { type FormEvent, useEffect, useState } from 'react';
import type { Translate } from '../i18n/catalogue/index.js';
import { useWords } from '../i18n/i18n.js';
import { Button, LinkButton } from '../ui/button.js';
import { Banner, Skeleton } from '../ui/page.js';
import { TextField } from '../ui/text-field.js';
import { DoorPage } from './door-page.js';
import { acceptInvitation, checkInvitation, type Invitation, Refusal, sayFailure } from './session-api.js';

/** Where links lead: the first admin's, an invitation's, a new password's. The token is in the fragment, and in no log. */
const JoinPage = () => {
  const { t } = useWords();
  const [token] = useState(() => location.hash.slice(1));
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    checkInvitation(token).then(setInvitation, (reason: unknown) => setRefusal(sayFailure(t, reason, 'link')));
  }, [token, t]);
  if (refusal !== null) {
    return (
      <DoorPage title={t('join.bad.title')} lead={refusal}>
        <LinkButton href="/" size="large">
          {t('join.toSignIn')}
        </LinkButton>
      </DoorPage>
    );
  }
  if (invitation === null) return <DoorPage title={t('state.loading')}>{<Skeleton lines={4} />}</DoorPage>;
  return <JoinForm token={token} invitation={invitation} />;
};

export default JoinPage;

const JoinForm = ({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) => {
  const { t } = useWords();
  const { kind, role } = invitation;
  const isFirst = kind === 'FIRST_ADMIN';
  const [name, setName] = useState(invitation.name ?? '');
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<{ readonly field: string | undefined; readonly text: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      await acceptInvitation({
        token,
        password,
        ...(kind === 'PASSWORD_RESET' ? {} : { name }),
        ...(isFirst ? { email } : {}),
      });
      // Without the token, and with nothing that was read before.
      location.replace('/console');
    } catch (reason) {
      setRefusal({
        field: reason instanceof Refusal ? reason.field : undefined,
        text: sayFailure(t, reason, 'link'),
      });
      setIsBusy(false);
    }
  };
  const errorOf = (field: string) => (refusal?.field === field ? refusal.text : null);
  return (
    <DoorPage title={titleOf(t, invitation)} lead={t(`join.lead.${kind}`, { role: t(`role.${role}`), email })}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        {refusal !== null && !['name', 'email', 'password'].includes(refusal.field ?? '') && (
          <Banner kind="bad">{refusal.text}</Banner>
        )}
        {kind !== 'PASSWORD_RESET' && (
          <TextField
            label={t('join.name')}
            name="name"
            autoComplete="name"
            value={name}
            onChange={setName}
            error={errorOf('name')}
            isRequired
            autoFocus
          />
        )}
        <TextField
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={errorOf('email')}
          isRequired
          isDisabled={!isFirst}
        />
        <TextField
          label={t('join.password')}
          type="password"
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          hint={t('join.passwordHint')}
          error={errorOf('password')}
          isRequired
          autoFocus={kind === 'PASSWORD_RESET'}
        />
        <Button type="submit" variant="primary" size="large" isPending={isBusy}>
          {t('join.submit')}
        </Button>
      </form>
    </DoorPage>
  );
};

const titleOf = (t: Translate, { kind, accountName }: Invitation): string =>
  kind === 'INVITATION' && accountName === null
    ? t('join.title.unnamed')
    : t(`join.title.${kind}`, { account: accountName ?? '' });
