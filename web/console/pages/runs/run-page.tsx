import { CircleStop, Pause, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParams } from 'wouter';
import {
  RunCancelDocument,
  RunDocument,
  RunPauseDocument,
  RunProgressDocument,
  type RunQuery,
  RunResumeDocument,
} from '../../graph/generated/graphql.js';
import { useAction, useLive, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import type { Translate } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useRunStatus } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { Found } from '../../ui/found.js';
import { Banner, Card, PageHeader } from '../../ui/page.js';
import { useRunName } from '../../ui/run-name.js';
import { RunBadge } from '../../ui/status.js';
import { Breakdown } from './breakdown.js';
import { Comparison } from './comparison.js';
import { Funnel, Outcomes, Progress, Timeline } from './numbers.js';
import { Trouble } from './pace.js';
import { Reasons } from './reasons.js';
import { GoalResults } from './results.js';
import { Variants } from './variants.js';
import { WhyNot } from './why-not.js';

export type RunDetail = NonNullable<RunQuery['run']>;

/** The codes of runs that started late or were missed. */
const LATE: readonly string[] = ['SERVICE_WAS_DOWN', 'TIME_ZONE_DATA_CHANGED'];

/** How often the page refetches what the subscription does not contain. */
const DETAILS_MS = 3_000;

const RunPage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const query = usePageQuery(RunDocument, { id });
  const { data, refresh } = query;
  const status = data?.run?.status;
  const isUnderWay = status === 'PLANNING' || status === 'RUNNING' || status === 'PAUSED';
  const wait = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(wait.current), []);
  useLive(
    RunProgressDocument,
    { id },
    {
      pause: status === undefined || status === 'MISSED',
      onData: () => {
        wait.current ??= setTimeout(() => {
          wait.current = undefined;
          refresh();
        }, DETAILS_MS);
      },
    },
  );
  // Refetches the final numbers at once.
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) refresh();
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, refresh]);
  return (
    <Found query={query} item={data?.run} parent={{ href: '/campaigns', name: t('nav.campaigns') }}>
      {(run) => <RunDetails run={run} isUnderWay={isUnderWay} />}
    </Found>
  );
};

export default RunPage;

const RunDetails = ({ run, isUnderWay }: { readonly run: RunDetail; readonly isUnderWay: boolean }) => {
  const { t, format } = useTranslation();
  const status = useRunStatus()(run);
  const lateness = format.duration((Date.parse(run.startedAt ?? run.dueAt) - Date.parse(run.dueAt)) / 1_000);
  const { scheduler, counts } = run;
  const maySend = useMay('send');
  const [resume, isResuming] = useAction(RunResumeDocument);
  const isTrouble = run.status === 'PAUSED' && run.statusCode === 'STOPPED_ON_TROUBLE';
  const { nameOf, targetOf } = useRunName();
  const target = targetOf(run);
  return (
    <>
      <PageHeader
        title={target !== null || scheduler ? nameOf(run) : t('runs.title.deleted')}
        badge={<RunBadge status={run.status} />}
        lead={
          target === null
            ? t('runs.lead', { kind: t(`kind.${run.kind}`), at: format.fullDateTime(run.dueAt) })
            : t('runs.lead.atOnce', { target, at: format.fullDateTime(run.dueAt) })
        }
        parent={parentOf(run, t)}
        actions={<RunActions run={run} />}
      />
      {isTrouble && (
        <Trouble
          run={run}
          isResuming={isResuming}
          onResume={maySend ? () => void resume({ id: run.id, key: newKey() }) : null}
        />
      )}
      {status !== null && !isTrouble && (
        <Banner kind={run.status === 'FINISHED' ? 'info' : 'warn'}>
          {status}{' '}
          {run.startedAt && run.statusCode && LATE.includes(run.statusCode) && t('runs.late', { time: lateness })}
        </Banner>
      )}
      {!run.settled && <Banner kind="info">{t('runs.settling')}</Banner>}
      {run.statusReason && <Banner kind="warn">{t(`runs.empty.${run.statusReason}`)}</Banner>}
      {run.target && run.target.unknown > 0 && (
        <Banner kind="info">
          {t('runs.unknown', { count: run.target.unknown, number: format.number(run.target.unknown) })}
        </Banner>
      )}
      <Progress run={run} isUnderWay={isUnderWay} />
      <Outcomes run={run} />
      <GoalResults run={run} />
      <div className="columns">
        <Funnel run={run} />
        <Card title={t('runs.reasons')} lead={t('runs.reasons.lead')}>
          <Reasons run={run} />
        </Card>
      </div>
      <Card title={t('runs.timeline')}>
        <Timeline run={run} />
      </Card>
      <Variants run={run} />
      <Breakdown run={run} />
      <div className="columns">
        {target === null ? (
          <Card title={t('runs.compare')} lead={t('runs.compare.lead')}>
            <Comparison run={run} />
          </Card>
        ) : (
          <SentMessage run={run} />
        )}
        <Card title={t('runs.why')} lead={t('runs.why.lead')}>
          <WhyNot runId={run.id} />
        </Card>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {isUnderWay ? '' : t('runs.said', { sent: format.number(counts.sent), total: format.number(counts.total) })}
      </p>
    </>
  );
};

const parentOf = ({ scheduler, target }: RunDetail, t: Translate): { readonly href: string; readonly name: string } => {
  if (scheduler) return { href: `/campaigns/${scheduler.id}`, name: scheduler.name };
  return target ? { href: '/', name: t('nav.overview') } : { href: '/campaigns', name: t('nav.campaigns') };
};

/** The words of a message that was sent at once. */
const SentMessage = ({ run: { message } }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  if (!message) return null;
  return (
    <Card title={t('runs.message')} lead={t('runs.message.lead')}>
      <dl className="stack">
        {message.translations.map(({ language, title, text }) => (
          <div key={language}>
            <dt className="quiet">{format.language(language)}</dt>
            <dd lang={language} dir="auto">
              <strong>{title}</strong>
              <br />
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

const RunActions = ({ run: { id, status, kind } }: { readonly run: RunDetail }) => {
  const { t } = useTranslation();
  const maySend = useMay('send');
  const { ask, dialog } = useConfirm();
  const [pause] = useAction(RunPauseDocument);
  const [resume, isResuming] = useAction(RunResumeDocument);
  const [cancel] = useAction(RunCancelDocument);
  if (!maySend || !['PLANNING', 'RUNNING', 'PAUSED'].includes(status)) return null;
  const confirmPause = () =>
    ask({
      title: t('runs.pause.title'),
      text: t('runs.pause.text'),
      confirm: t('runs.pause'),
      onConfirm: () => pause({ id, key: newKey() }),
    });
  const confirmCancel = () =>
    ask({
      title: t('runs.cancel.title'),
      text: t(kind === 'AUTO_PUSH' ? 'runs.cancel.auto' : 'runs.cancel.text'),
      confirm: t('runs.cancel'),
      dismiss: t('action.goBack'),
      isDangerous: true,
      onConfirm: () => cancel({ id, key: newKey() }),
    });
  return (
    <>
      {status === 'PAUSED' ? (
        <Button variant="primary" icon={Play} isPending={isResuming} onPress={() => void resume({ id, key: newKey() })}>
          {t('runs.resume')}
        </Button>
      ) : (
        kind !== 'AUTO_PUSH' && (
          <Button icon={Pause} onPress={confirmPause}>
            {t('runs.pause')}
          </Button>
        )
      )}
      <Button icon={CircleStop} onPress={confirmCancel}>
        {t('runs.cancel')}
      </Button>
      {dialog}
    </>
  );
};
