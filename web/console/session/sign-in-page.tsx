import { type ReactNode, useEffect } from 'react';
import { useWords } from '../i18n/i18n.js';
import { Logo } from '../shell/logo.js';
import { loadSession } from './session.js';
import type { SessionState } from './session-api.js';
import { SignInForm, SingleSignOn } from './sign-in-form.js';

/** A page of its own, before the shell: a card in the middle. */
export const DoorPage = ({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { t } = useWords();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  return (
    <main className="door">
      <div className="door-card">
        <div className="door-brand">
          <Logo size={34} />
          {t('app.name')}
        </div>
        <h1 className="door-title">{title}</h1>
        {lead !== undefined && <p className="door-lead">{lead}</p>}
        {children}
      </div>
    </main>
  );
};

/** In place of any page while nobody is signed in; afterwards that page is there. */
export const SignInPage = ({ state }: { readonly state: SessionState }) => {
  const { t } = useWords();
  return (
    <DoorPage title={t('signIn.title')} lead={t('signIn.lead')}>
      {state.password && <SignInForm onSignedIn={loadSession} />}
      <SingleSignOn state={state} />
      <p className="door-help">{t('signIn.help')}</p>
    </DoorPage>
  );
};
