import { type ReactNode, useEffect } from 'react';
import { useWords } from '../i18n/i18n.js';
import { Logo } from '../shell/logo.js';

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
