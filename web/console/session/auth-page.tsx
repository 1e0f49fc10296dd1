import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '../i18n/i18n.js';
import { Logo } from '../shell/logo.js';

/** A page outside the shell, with a card in the centre. */
export const AuthPage = ({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { t } = useTranslation();
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
