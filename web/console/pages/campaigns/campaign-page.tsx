import { CirclePause, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import {
  CampaignActivateDocument,
  CampaignDeactivateDocument,
  CampaignDocument,
  CampaignLiveDocument,
  type CampaignPushFragment,
  type CampaignQuery,
  CampaignReachDocument,
} from '../../graph/generated/graphql.js';
import { useAction, useLive, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { serverNow } from '../../graph/server-time.js';
import type { Translate } from '../../i18n/catalogue/index.js';
import type { Formats } from '../../i18n/formats.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useIsHere } from '../../shell/leaving.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Found } from '../../ui/found.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge, Banner, Card, EmptyState, PageHeader } from '../../ui/page.js';
import { CampaignBadge } from '../../ui/status.js';
import { showToast } from '../../ui/toast.js';
import { readDelay } from '../composer/delay.js';
import { toMessage } from '../composer/from-campaign.js';
import { PreviewTabs } from '../composer/preview.js';
import { useAwaitRun } from './await-run.js';
import { BestHourCard } from './best-hour.js';
import { CampaignActions } from './campaign-actions.js';
import { Audience } from './campaign-audience.js';
import { Runs } from './campaign-runs.js';
import { CampaignForecast } from './forecast.js';
import { reachInWords, SendAgain } from './send-again.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

const CampaignPage = () => {
  const { t, format } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const { cursor } = useListAddress([], 'runs');
  const query = usePageQuery(CampaignDocument, { id, runsAfter: cursor.after });
  const { data, refresh } = query;
  const [, navigate] = useLocation();
  const campaign = data?.scheduler;
  // Messages contain the state and the latest run. A new run also changes the list of runs.
  useLive(
    CampaignLiveDocument,
    { id },
    {
      pause: !campaign,
      onData: ({ schedulerStatus: { latestRun } }) => {
        if (latestRun && !campaign?.runs.nodes.some((run) => run.id === latestRun.id)) refresh();
      },
    },
  );
  const parent = { href: '/campaigns', name: t('nav.campaigns') };
  return (
    <Found query={query} item={campaign} parent={parent}>
      {(campaign) => (
        <>
          <PageHeader
            title={campaign.name}
            parent={parent}
            badge={<CampaignBadge status={campaign.status} />}
            lead={describeWhen(campaign, t, format)}
            actions={
              <>
                <Switch campaign={campaign} />
                <CampaignActions campaign={campaign} onChanged={refresh} onDeleted={() => navigate('/campaigns')} />
              </>
            }
          />
          {campaign.warnings.map(({ code }) => (
            <Banner key={code} kind="warn">
              {t(`campaign.warning.${code}`)}
            </Banner>
          ))}
          <Runs campaign={campaign} cursor={cursor} />
          <div className="columns">
            <Messages pushes={campaign.pushes.nodes} />
            <div className="stack">
              <Audience id={campaign.id} audience={campaign.audience} />
              <Moments campaign={campaign} />
              <BestHourCard campaign={campaign} />
            </div>
          </div>
        </>
      )}
    </Found>
  );
};

export default CampaignPage;

/** Whether a one-time campaign has no moment left. Starting it would send nothing. */
const isOver = ({ kind, active, lastRun, nextMoments }: Campaign): boolean =>
  kind === 'ONE_TIME' && !active && lastRun != null && nextMoments.length === 0;

/** Starts or stops the campaign. */
const Switch = ({ campaign }: { readonly campaign: Campaign }) => {
  const { t, format } = useTranslation();
  const { id, name, active, archived } = campaign;
  const maySend = useMay('send');
  const mayWrite = useMay('write');
  const [isAsking, setIsAsking] = useState(false);
  const [activate] = useAction(CampaignActivateDocument);
  const [deactivate] = useAction(CampaignDeactivateDocument);
  const awaitRun = useAwaitRun();
  const isHere = useIsHere();
  const [, navigate] = useLocation();
  const reach = usePageQuery(CampaignReachDocument, { id }, { pause: !isAsking });
  if (archived) return null;
  const edit = mayWrite && !active && (
    <LinkButton href={`/campaigns/new?edit=${encodeURIComponent(id)}`} icon={Pencil}>
      {t('campaigns.edit')}
    </LinkButton>
  );
  if (active ? !mayWrite : !maySend) return edit || null;
  if (isOver(campaign)) {
    return (
      <>
        {edit}
        <SendAgain campaign={campaign} />
      </>
    );
  }
  const estimate = reach.data?.scheduler?.audienceEstimate;
  return (
    <>
      {edit}
      <Button
        variant={active ? 'secondary' : 'primary'}
        icon={active ? CirclePause : Play}
        onPress={() => setIsAsking(true)}
      >
        {t(active ? 'campaign.stop' : 'campaign.start')}
      </Button>
      <ConfirmDialog
        title={t(active ? 'campaign.stop.title' : 'campaign.start.title', { name })}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirm={t(active ? 'campaign.stop' : 'campaign.start')}
        onConfirm={async () => {
          if (active) {
            if ((await deactivate({ id })).ok) showToast({ kind: 'good', text: t('campaign.stopped', { name }) });
            return;
          }
          const startNow = campaign.__typename === 'OneTimeScheduler';
          const answer = await activate({ id, key: newKey(), startNow });
          if (!answer.ok) return;
          showToast({ kind: 'good', text: t('campaign.started', { name }) });
          const due = answer.data.scheduler?.nextDueAt;
          const isDue = startNow && (due == null || Date.parse(due) <= serverNow());
          const runId = isDue ? await awaitRun(id, campaign.runs.nodes[0]?.id ?? null) : null;
          if (runId !== null && isHere.current) navigate(`/runs/${runId}`);
        }}
      >
        <p className="dialog-text">
          {active
            ? t('campaign.stop.text')
            : estimate
              ? t('campaign.start.text', { reach: reachInWords(estimate, t, format) })
              : t('campaign.start.counting')}
        </p>
        {!active && <CampaignForecast campaign={campaign} />}
      </ConfirmDialog>
    </>
  );
};

const Messages = ({ pushes }: { readonly pushes: readonly CampaignPushFragment[] }) => {
  const { t } = useTranslation();
  return (
    <div className="stack">
      {pushes.length === 0 && (
        <Card title={t('campaign.message')}>
          <EmptyState title={t('campaign.noPush')} text={t('campaign.noPushText')} />
        </Card>
      )}
      {pushes.map((push) => {
        const message = toMessage(push);
        return (
          <Card
            key={push.id}
            title={push.name ?? t('campaign.message')}
            aside={!message.isActive && <Badge>{t('composer.messageOff')}</Badge>}
          >
            <PreviewTabs message={message} />
          </Card>
        );
      })}
    </div>
  );
};

const Moments = ({ campaign }: { readonly campaign: Campaign }) => {
  const { t, format } = useTranslation();
  if (campaign.kind === 'AUTO_PUSH') return null;
  return (
    <Card title={t('campaign.moments')}>
      {campaign.nextMoments.length === 0 ? (
        <p className="quiet">{t('campaign.moments.none')}</p>
      ) : (
        <ul className="moment-list">
          {campaign.nextMoments.map(({ at, localTimes }) => (
            <li key={at}>
              <strong>{format.fullDateTime(at)}</strong>
              <span className="quiet">{format.relative(at)}</span>
              {localTimes.map(
                ({ local, clockChange }) =>
                  (clockChange === 'SKIPPED' || clockChange === 'REPEATED') && (
                    <span key={`${local} ${clockChange}`} className="quiet">
                      {t(isLocal(campaign) ? `calendar.clockChange.${clockChange}` : `moments.${clockChange}`)}
                    </span>
                  ),
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

/** Whether the campaign uses the local time of each device, instead of one time zone. */
const isLocal = (campaign: Campaign): boolean =>
  (campaign.__typename === 'OneTimeScheduler' && campaign.oneTimeLocal) ||
  (campaign.__typename === 'WeeklyScheduler' && campaign.weeklyLocal);

const describeWhen = (campaign: Campaign, t: Translate, format: Formats): string => {
  switch (campaign.__typename) {
    case 'OneTimeScheduler':
      // Campaigns sent at once are stored in UTC, so they are shown in the reader's time zone.
      if (!campaign.oneTimeLocal && (campaign.oneTimeZone ?? 'UTC') === 'UTC') {
        return t('campaign.onceAt', { at: format.fullDateTime(`${campaign.date}T${campaign.time}Z`) });
      }
      return t(campaign.oneTimeLocal ? 'campaign.onceLocal' : 'campaign.once', {
        date: format.fullDay(campaign.date),
        time: format.timeIn(`${campaign.date}T${campaign.time}Z`, 'UTC'),
        zone: campaign.oneTimeZone ?? 'UTC',
      });
    case 'WeeklyScheduler':
      return t(campaign.weeklyLocal ? 'campaign.weeklyLocal' : 'campaign.weekly', {
        count: campaign.times.reduce((sum, { times }) => sum + times.length, 0),
        zone: campaign.weeklyZone ?? 'UTC',
      });
    case 'AutoPushScheduler':
      return campaign.delay
        ? t('campaign.afterEventLater', { delay: format.delay(readDelay(campaign.delay)) })
        : t('campaign.afterEvent');
    default:
      return '';
  }
};
