import { useEffect, useState } from 'react';
import { useWords } from '../i18n/i18n.js';
import { sayRefusal } from '../i18n/refusals.js';
import { Banner } from '../ui/page.js';
import { DoorPage } from './door-page.js';
import { resumeSession, useSession } from './session.js';
import { SignInForm, SingleSignOn } from './sign-in-form.js';

/** In place of any page while nobody is signed in; afterwards that page is there. */
const SignInPage = () => {
  const { t } = useWords();
  // Why single sign-on has let nobody in: the service has come back with it.
  const [refused] = useState(() => /^#refused=(\w{1,32})$/.exec(location.hash)?.[1]);
  useEffect(() => {
    if (refused !== undefined) history.replaceState(null, '', location.pathname + location.search);
  }, [refused]);
  const why = refused === undefined ? '' : sayRefusal(t, { code: refused, about: 'signIn', message: '' });
  const session = useSession();
  if (session.kind !== 'known') return null;
  const { state } = session;
  return (
    <DoorPage title={t('signIn.title')} lead={t('signIn.lead')}>
      {why !== '' && <Banner kind="bad">{why}</Banner>}
      {state.password && <SignInForm onSignedIn={resumeSession} />}
      <SingleSignOn state={state} />
      <p className="door-help">{t('signIn.help')}</p>
    </DoorPage>
  );
};

export default SignInPage;
