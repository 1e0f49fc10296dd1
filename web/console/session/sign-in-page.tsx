import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/i18n.js';
import { refusalText } from '../i18n/refusals.js';
import { Banner } from '../ui/page.js';
import { AuthPage } from './auth-page.js';
import { resumeSession, useSession } from './session.js';
import { SignInForm, SingleSignOn } from './sign-in-form.js';

/** Replaces every page while nobody is signed in. */
const SignInPage = () => {
  const { t } = useTranslation();
  // The service returns here with the reason why single sign-on failed.
  const [refused] = useState(() => /^#refused=(\w{1,32})$/.exec(location.hash)?.[1]);
  useEffect(() => {
    if (refused !== undefined) history.replaceState(null, '', location.pathname + location.search);
  }, [refused]);
  const why = refused === undefined ? '' : refusalText(t, { code: refused, about: 'signIn', message: '' });
  const session = useSession();
  if (session.kind !== 'known') return null;
  const { state } = session;
  return (
    <AuthPage title={t('signIn.title')} lead={t('signIn.lead')}>
      {why !== '' && <Banner kind="bad">{why}</Banner>}
      {state.password && <SignInForm onSignedIn={resumeSession} />}
      <SingleSignOn state={state} />
      <p className="door-help">{t('signIn.help')}</p>
    </AuthPage>
  );
};

export default SignInPage;
