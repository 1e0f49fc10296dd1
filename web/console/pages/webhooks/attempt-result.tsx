import type { WebhookAttemptLineFragment } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Badge } from '../../ui/page.js';

/** How a request ended, with the status and the beginning of the answer. */
export const AttemptResult = ({
  attempt: { result, httpStatus, detail, answer, attempt, kind },
}: {
  readonly attempt: WebhookAttemptLineFragment;
}) => {
  const { t } = useTranslation();
  const about = [httpStatus, detail].filter((part) => part != null).join(' · ');
  return (
    <div className="cell-main">
      <span className="row">
        <Badge tone={result === 'SUCCESS' ? 'good' : 'bad'}>{t(`webhooks.result.${result}`)}</Badge>
        {about !== '' && <code>{about}</code>}
      </span>
      {attempt > 1 && kind === 'RETRY' && (
        <span className="cell-about">{t('webhooks.attempt.nth', { n: attempt })}</span>
      )}
      {answer != null && answer !== '' && <code className="cell-about webhook-answer">{answer}</code>}
    </div>
  );
};
