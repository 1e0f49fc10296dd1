import { useTranslation } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { FormProblem, useForm } from '../ui/form.js';
import { TextField } from '../ui/text-field.js';
import { attempt, type SessionState, signIn } from './session-api.js';

export const SignInForm = ({
  email: known = '',
  onSignedIn,
}: {
  readonly email?: string;
  /** The form shows errors that it throws. */
  readonly onSignedIn: () => Promise<unknown>;
}) => {
  const { t } = useTranslation();
  const form = useForm({
    initial: { email: known, password: '' },
    save: (credentials) =>
      attempt(t, 'signIn', async () => {
        await signIn(credentials);
        await onSignedIn();
      }),
    onSaved: () => undefined,
  });
  return (
    <form className="form" onSubmit={form.submit}>
      <FormProblem form={form} />
      <TextField
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        {...form.text('email')}
        isRequired
        autoFocus={known === ''}
      />
      <TextField
        label={t('signIn.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        {...form.text('password')}
        isRequired
        autoFocus={known !== ''}
      />
      <Button type="submit" variant="primary" size="large" isPending={form.isBusy}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
};

export const SingleSignOn = ({ state }: { readonly state: SessionState }) => {
  const { t } = useTranslation();
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
