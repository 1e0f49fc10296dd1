import type { ReasonCode, RunStatusCode } from '../graph/generated/graphql.js';
import type { MessageKey } from './catalogue/index.js';
import { useWords } from './i18n.js';

interface Reason {
  readonly reason?: string | null;
  readonly reasonCode?: ReasonCode | null;
  /** In the service's words. */
  readonly advice?: string | null;
}

/** Why something did not go, and what to do about it: in the language of the page, where the service knows its code. */
export const useReasons = () => {
  const { t } = useWords();
  const titleOf = ({ reason, reasonCode }: Reason): string => {
    const known = reasonCode ? t(`reason.${reasonCode}` as MessageKey) : '';
    return known || (reason ? t('reason.unknown', { reason }) : t('reason.none'));
  };
  /** As it was recorded, where the title says something else; null: there is nothing more to show. */
  const recordOf = ({ reason, reasonCode }: Reason): string | null =>
    reason && reasonCode ? t('reason.said', { reason }) : null;
  /** Empty: nothing helps, or nothing is known. */
  const adviceOf = ({ reasonCode, advice }: Reason): string =>
    (reasonCode ? t(`advice.${reasonCode}` as MessageKey) : '') || (advice ?? '');
  /** All of it, one sentence after the other. */
  const inFull = (reason: Reason): string =>
    [titleOf(reason), recordOf(reason), adviceOf(reason)]
      .flatMap((part) => (part ? [/[.!?]$/.test(part) ? part : `${part}.`] : []))
      .join(' ');
  return { titleOf, recordOf, adviceOf, inFull };
};

interface RunStatusMessage {
  readonly statusMessage?: string | null;
  readonly statusCode?: RunStatusCode | null;
}

/** Why a run was cancelled, missed or late; null: it was not. */
export const useRunStatus = () => {
  const { t } = useWords();
  return ({ statusMessage, statusCode }: RunStatusMessage): string | null =>
    statusCode ? t(`runStatus.${statusCode}`) : (statusMessage ?? null);
};
