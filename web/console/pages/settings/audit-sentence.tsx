import { Link } from 'wouter';
import type { AuditLogQuery } from '../../graph/generated/graphql.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';

export type AuditLine = AuditLogQuery['auditLog']['nodes'][number];

/** Marks the place of the link in a sentence. No name contains it. */
const MARK = '\u0000';

/** An entry in the language of the page, with a link to its subject. */
export const AuditSentence = ({ entry }: { readonly entry: AuditLine }) => {
  const { t } = useTranslation();
  const sentence = useSentence()(entry);
  const at = sentence.indexOf(MARK);
  const { subject, nodeId } = entry;
  if (at < 0 || subject === null) return <span className="cell-sentence">{sentence}</span>;
  const place = placeOf(entry);
  const history = nodeId && `/settings/audit?thing=${nodeId}`;
  return (
    <span className="cell-sentence">
      {sentence.slice(0, at)}
      {place !== null && <Link href={place}>{subject}</Link>}
      {place === null && history && (
        <Link href={history} title={t('audit.thing.link')}>
          {subject}
        </Link>
      )}
      {place === null && !history && subject}
      {sentence.slice(at + MARK.length)}
    </span>
  );
};

/** Falls back to the summary for entries without parts, and for actions of a later release. */
const useSentence = (): ((entry: AuditLine) => string) => {
  const { t } = useTranslation();
  const nobody = useNobody();
  const whatOf = ({ subject, count, summary }: AuditLine): string => {
    if (count !== null) return t('audit.several', { count });
    if (subject === null) return '';
    // The subject is a name or a number. The summary puts only names in quotation marks.
    return summary.endsWith(`"${subject}".`) ? t('audit.named', { name: MARK }) : ` ${MARK}`;
  };
  return (entry) => {
    const { action, actor, apiKey, address, summary } = entry;
    if (actor === null) return summary;
    // This is the name at the time of the entry.
    const who = apiKey ? t('audit.key', { name: apiKey.prefix }) : actor || nobody(address);
    return t(`audit.did.${action}` as MessageKey, { who, what: whatOf(entry) }) || summary;
  };
};

/** The current name of the actor. */
export const useActorName = (): ((entry: AuditLine) => string) => {
  const { t } = useTranslation();
  const nobody = useNobody();
  return ({ member, apiKey, actor, address }) => {
    if (apiKey) return t('audit.key', { name: apiKey.name ?? apiKey.prefix });
    return member?.name || actor || nobody(address);
  };
};

const useNobody = () => {
  const { t } = useTranslation();
  return (address: string | null): string => t(address === null ? 'audit.service' : 'audit.somebody');
};

/** The page of the subject. Null if it was deleted or has no page. */
const placeOf = ({ node }: AuditLine): string | null => {
  switch (node?.__typename) {
    case 'App':
      return `/apps/${node.id}`;
    case 'AutoPushScheduler':
    case 'OneTimeScheduler':
    case 'WeeklyScheduler':
      return `/campaigns/${node.id}`;
    case 'Push':
      return node.scheduler ? `/campaigns/${node.scheduler.id}` : null;
    case 'CampaignDraft':
      return `/campaigns/new?draft=${node.id}`;
    case 'Run':
      return `/runs/${node.id}`;
    case 'Device':
      return `/devices/${node.id}`;
    case 'DeviceImport':
      return `/import/${node.id}`;
    case 'AppGroup':
      return '/tags/app-groups';
    case 'TagGroup':
      return '/tags/groups';
    case 'CustomEvent':
      return '/tags/events';
    case 'Member':
      return '/settings/members';
    case 'ApiKey':
      return '/settings/keys';
    case 'AlertRule':
      return '/settings/alerts';
    case 'Webhook':
      return `/settings/webhooks/${node.id}`;
    case 'User':
      return '/settings';
    default:
      return null;
  }
};
