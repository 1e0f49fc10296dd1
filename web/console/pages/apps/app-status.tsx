import type { AppStateFragment } from '../../graph/generated/graphql.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Badge, type Tone } from '../../ui/page.js';

export const AppStatus = ({ app }: { readonly app: AppStateFragment }) => {
  const { t } = useTranslation();
  const [key, tone] = statusOf(app);
  return <Badge tone={tone}>{t(key)}</Badge>;
};

const statusOf = ({ archived, pausedSince, credentialStatus }: AppStateFragment): readonly [MessageKey, Tone] => {
  if (archived) return ['apps.status.archived', 'neutral'];
  if (credentialStatus === 'REFUSED') return ['apps.status.refused', 'bad'];
  if (pausedSince) return ['apps.status.paused', 'warn'];
  if (credentialStatus === 'INCOMPLETE') return ['apps.status.incomplete', 'warn'];
  return credentialStatus === 'WORKING' ? ['apps.status.working', 'good'] : ['apps.status.untried', 'accent'];
};
