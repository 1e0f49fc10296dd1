import { type FormEvent, useState } from 'react';
import { useWords } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { Banner } from '../ui/page.js';
import { TextField } from '../ui/text-field.js';
import { type SessionState, sayFailure, signIn } from './session-api.js';

/** Email and password; also in the dialog of a session that has ended. */
export const SignInForm = ({
  email: known = '',
  onSignedIn,
}: {
  readonly email?: string;
  /** What it throws is said by the form. */
  readonly onSignedIn: () => Promise<unknown>;
}) => {
  const { t } = useWords();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      await signIn({ email, password });
      await onSignedIn();
    } catch (reason) {
      setError(sayFailure(t, reason, 'signIn'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      {error !== null && <Banner kind="bad">{error}</Banner>}
      <TextField
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus={known === ''}
      />
      <TextField
        label={t('signIn.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
        autoFocus={known !== ''}
      />
      <Button type="submit" variant="primary" size="large" isPending={isBusy}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
};

export const SingleSignOn = ({ state }: { readonly state: SessionState }) => {
  const { t } = useWords();
  if (state.oidc === null) return null;
  return (
    <>
      {state.password && <p className="divider">{t('signIn.or')}</p>}
      <a className="button" data-variant="secondary" data-size="large" href={state.oidc.url}>
        {t('signIn.with', { name: state.oidc.name })}
      </a>
    </>
  );
};
