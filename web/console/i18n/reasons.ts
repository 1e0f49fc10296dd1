import type { ReasonCode, RunStatusCode } from '../graph/generated/graphql.js';
import type { MessageKey } from './catalogue/index.js';
import { useTranslation } from './i18n.js';

interface Reason {
  readonly reason?: string | null;
  readonly reasonCode?: ReasonCode | null;
  /** The English text of the service. */
  readonly advice?: string | null;
}

/** Explains failures in the language of the page, and in the words of the service for unknown codes. */
export const useReasons = () => {
  const { t } = useTranslation();
  const titleOf = ({ reason, reasonCode }: Reason): string => {
    const known = reasonCode ? t(`reason.${reasonCode}` as MessageKey) : '';
    return known || (reason ? t('reason.unknown', { reason }) : t('reason.none'));
  };
  /** The recorded reason, or null if the title already shows it. */
  const recordOf = ({ reason, reasonCode }: Reason): string | null =>
    reason && reasonCode ? t('reason.said', { reason }) : null;
  /** Empty if no action helps, or none is known. */
  const adviceOf = ({ reasonCode, advice }: Reason): string =>
    (reasonCode ? t(`advice.${reasonCode}` as MessageKey) : '') || (advice ?? '');
  /** The title, the record and the advice as sentences. */
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

/** Why a run was cancelled, missed or late. Null if it was not. */
export const useRunStatus = () => {
  const { t } = useTranslation();
  return ({ statusMessage, statusCode }: RunStatusMessage): string | null =>
    statusCode ? t(`runStatus.${statusCode}`) : (statusMessage ?? null);
};
