import { CirclePause, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import {
  CampaignActivateDocument,
  type CampaignAudienceFragment,
  CampaignDeactivateDocument,
  CampaignDocument,
  CampaignEventsDocument,
  CampaignLiveDocument,
  type CampaignPushFragment,
  type CampaignQuery,
  CampaignReachDocument,
} from '../../graph/generated/graphql.js';
import { useAction, useLive, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { serverNow } from '../../graph/server-time.js';
import type { Translate } from '../../i18n/catalogue/index.js';
import { useEventName } from '../../i18n/event-names.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useIsHere } from '../../shell/leaving.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge, Banner, Card, EmptyState, ErrorNote, Facts, PageHeader, Skeleton } from '../../ui/page.js';
import { CampaignBadge } from '../../ui/status.js';
import { showToast } from '../../ui/toast.js';
import { toMessage } from '../composer/from-campaign.js';
import { PreviewTabs } from '../composer/preview.js';
import { readDelay } from '../composer/to-input.js';
import { useAwaitRun } from './await-run.js';
import { CampaignActions } from './campaign-actions.js';
import { Runs } from './campaign-runs.js';
import { reachInWords, SendAgain } from './send-again.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

const CampaignPage = () => {
  const { t, format } = useWords();
  const { id = '' } = useParams<{ id: string }>();
  const { cursor } = useListAddress([], 'runs');
  const { data, error, refresh } = usePageQuery(CampaignDocument, { id, runsAfter: cursor.after });
  const [, navigate] = useLocation();
  const campaign = data?.scheduler;
  // Of the latest run and the state; the list of runs grows when there is a new one.
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
  if (error && !data) {
    return (
      <>
        <PageHeader title={t('nav.campaigns')} />
        <ErrorNote error={error} onRetry={refresh} />
      </>
    );
  }
  if (!data) return <Skeleton lines={8} />;
  if (!campaign) {
    return (
      <>
        <PageHeader title={t('notFound.title')} parent={parent} />
        <EmptyState title={t('notFound.text')} action={<LinkButton href="/campaigns">{parent.name}</LinkButton>} />
      </>
    );
  }
  return (
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
        </div>
      </div>
    </>
  );
};

export default CampaignPage;

/** It was to be sent once, and its only time has come: it could be started, but would never send. */
const isOver = ({ kind, active, lastRun, nextMoments }: Campaign): boolean =>
  kind === 'ONE_TIME' && !active && lastRun != null && nextMoments.length === 0;

/** Activates, or stops. */
const Switch = ({ campaign }: { readonly campaign: Campaign }) => {
  const { t, format } = useWords();
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
    <LinkButton href={`/campaigns/new?edit=${encodeURIComponent(id)}`} icon={<Pencil size={16} aria-hidden />}>
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
        icon={active ? <CirclePause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
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
      </ConfirmDialog>
    </>
  );
};

const Messages = ({ pushes }: { readonly pushes: readonly CampaignPushFragment[] }) => {
  const { t } = useWords();
  return (
    <div className="stack">
      {pushes.length === 0 && (
        <Card title={t('campaign.message')}>
          <EmptyState title={t('campaign.noPush')}>{t('campaign.noPushText')}</EmptyState>
        </Card>
      )}
      {pushes.map((push) => {
        const { texts, defaultLang, isActive } = toMessage(push);
        return (
          <Card
            key={push.id}
            title={push.name ?? t('campaign.message')}
            aside={!isActive && <Badge>{t('composer.messageOff')}</Badge>}
          >
            <PreviewTabs texts={texts} defaultLang={defaultLang} />
          </Card>
        );
      })}
    </div>
  );
};

const Audience = ({ id, audience }: { readonly id: string; readonly audience: CampaignAudienceFragment }) => {
  const { t, format } = useWords();
  const { data } = usePageQuery(CampaignReachDocument, { id });
  const estimate = data?.scheduler?.audienceEstimate;
  const codes = [...audience.events.include, ...audience.events.exclude];
  const events = usePageQuery(CampaignEventsDocument, {}, { pause: codes.length === 0 });
  const eventName = useEventName();
  const nameOfEvent = (code: string) =>
    eventName(events.data?.customEvents.nodes.find((one) => one.code === code) ?? { code, name: code });
  return (
    <Card
      title={t('campaign.audience')}
      aside={estimate && <strong className="numbers">{reachInWords(estimate, t, format)}</strong>}
    >
      <Facts facts={audienceFacts(audience, { t, format, nameOfEvent })} />
    </Card>
  );
};

type Words = ReturnType<typeof useWords>;

const audienceFacts = (
  { apps, countries, languages, tags, events }: CampaignAudienceFragment,
  { t, format, nameOfEvent }: Words & { readonly nameOfEvent: (code: string) => string },
): readonly (readonly [string, string])[] => {
  const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
  const facts: readonly (readonly [string, readonly string[]])[] = [
    [t('filter.apps'), apps.all ? [t('filter.allApps')] : [...names(apps.apps), ...names(apps.groups)]],
    [t('filter.exceptApps'), [...names(apps.exceptApps), ...names(apps.exceptGroups)]],
    [t('filter.countries'), countries.include.map(format.country)],
    [t('filter.exceptCountries'), countries.exclude.map(format.country)],
    [t('filter.languages'), languages.include.map(format.language)],
    [t('filter.exceptLanguages'), languages.exclude.map(format.language)],
    [t('filter.tags'), tags.anyTag ? [t('filter.anyTag')] : [...tags.include, ...names(tags.includeGroups)]],
    [t('filter.exceptTags'), [...tags.exclude, ...names(tags.excludeGroups)]],
    [t('filter.events'), events.include.map(nameOfEvent)],
    [t('filter.exceptEvents'), events.exclude.map(nameOfEvent)],
  ];
  return facts.flatMap(([name, items]) => (items.length > 0 ? [[name, format.list(items)] as const] : []));
};

const Moments = ({ campaign }: { readonly campaign: Campaign }) => {
  const { t, format } = useWords();
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

/** By the clock of each device, or else by that of one zone. */
const isLocal = (campaign: Campaign): boolean =>
  (campaign.__typename === 'OneTimeScheduler' && campaign.oneTimeLocal) ||
  (campaign.__typename === 'WeeklyScheduler' && campaign.weeklyLocal);

const describeWhen = (campaign: Campaign, t: Translate, format: Words['format']): string => {
  switch (campaign.__typename) {
    case 'OneTimeScheduler':
      // What was sent at once is kept by UTC; whoever looks has clocks of their own.
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
