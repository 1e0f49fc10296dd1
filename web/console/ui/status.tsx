import { CalendarDays, Repeat, Zap } from 'lucide-react';
import type { RunStatus, SchedulerKind, SchedulerState } from '../graph/generated/graphql.js';
import { useTranslation } from '../i18n/i18n.js';
import { Badge, type Tone } from './page.js';

const CAMPAIGN_TONES: Readonly<Record<SchedulerState, Tone>> = {
  DRAFT: 'neutral',
  SCHEDULED: 'accent',
  LISTENING: 'accent',
  SENDING: 'good',
  PAUSED: 'warn',
  SENT: 'good',
  NOTHING_TO_SEND: 'warn',
  MISSED: 'bad',
  ARCHIVED: 'neutral',
};

export const CampaignBadge = ({ status }: { readonly status: SchedulerState }) => {
  const { t } = useTranslation();
  return (
    <Badge tone={CAMPAIGN_TONES[status]} isLive={status === 'SENDING'}>
      {t(`campaignStatus.${status}`)}
    </Badge>
  );
};

export const RUN_TONES: Readonly<Record<RunStatus, Tone>> = {
  PLANNING: 'accent',
  RUNNING: 'accent',
  PAUSED: 'warn',
  FINISHED: 'good',
  CANCELLED: 'neutral',
  MISSED: 'bad',
};

export const RunBadge = ({ status }: { readonly status: RunStatus }) => {
  const { t } = useTranslation();
  return (
    <Badge tone={RUN_TONES[status]} isLive={status === 'PLANNING' || status === 'RUNNING'}>
      {t(`runStatus.${status}`)}
    </Badge>
  );
};

const KIND_ICONS = { ONE_TIME: CalendarDays, WEEKLY: Repeat, AUTO_PUSH: Zap } as const;

/** The kind of a campaign, as an icon with a text for screen readers. */
export const KindIcon = ({ kind }: { readonly kind: SchedulerKind }) => {
  const { t } = useTranslation();
  const Icon = KIND_ICONS[kind];
  return (
    <span className="kind-icon" role="img" aria-label={t(`kind.${kind}`)}>
      <Icon size={15} aria-hidden />
    </span>
  );
};
