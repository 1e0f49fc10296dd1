import { useWords } from '../i18n/i18n.js';
import { DoorPage } from './door-page.js';
import { loadSession, useSession } from './session.js';
import { SignInForm, SingleSignOn } from './sign-in-form.js';

/** In place of any page while nobody is signed in; afterwards that page is there. */
const SignInPage = () => {
  const { t } = useWords();
  const session = useSession();
  if (session.kind !== 'known') return null;
  const { state } = session;
  return (
    <DoorPage title={t('signIn.title')} lead={t('signIn.lead')}>
      {state.password && <SignInForm onSignedIn={() => loadSession().then(() => undefined)} />}
      <SingleSignOn state={state} />
      <p className="door-help">{t('signIn.help')}</p>
    </DoorPage>
  );
};

export default SignInPage;
