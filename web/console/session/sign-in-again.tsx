import { useState } from 'react';
import { useTranslation } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Banner } from '../ui/page.js';
import { abandonSession, resumeSession, useIsExpired, useMember, useSession } from './session.js';
import { failureText } from './session-api.js';
import { SignInForm } from './sign-in-form.js';

/** Covers the page, which keeps its input. Refused requests are repeated after the sign-in. */
export const SignInAgain = () => {
  const { t } = useTranslation();
  const isExpired = useIsExpired();
  const { email } = useMember();
  const session = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  if (!isExpired || session.kind !== 'known') return null;
  const { password, oidc } = session.state;
  const resume = async () => {
    setProblem(null);
    try {
      if (!(await resumeSession())) setProblem(t('signIn.again.notYet'));
    } catch (reason) {
      setProblem(failureText(t, reason, 'signIn'));
    }
  };
  return (
    <Dialog title={t('signIn.again.title')} isOpen isSticky onClose={() => undefined} size="small">
      <p className="dialog-text">{t('signIn.again.text')}</p>
      {problem !== null && <Banner kind="bad">{problem}</Banner>}
      {password && <SignInForm email={email} onSignedIn={resume} />}
      {oidc !== null && (
        <div className="form">
          <p className="dialog-text">{t('signIn.again.window', { name: oidc.name })}</p>
          <a className="button" data-variant="secondary" href={oidc.url} target="_blank" rel="noreferrer">
            {t('signIn.with', { name: oidc.name })}
          </a>
          <Button onPress={() => void resume()}>{t('signIn.again.continue')}</Button>
        </div>
      )}
      <Button variant="quiet" onPress={abandonSession}>
        {t('signIn.again.leave')}
      </Button>
    </Dialog>
  );
};
