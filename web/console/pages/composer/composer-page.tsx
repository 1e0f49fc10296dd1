import { ArrowLeft, ArrowRight, Check, CloudCheck, CloudOff, Rocket } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useConnection } from '../../graph/connection.js';
import {
  CampaignCreateDocument,
  CampaignDocument,
  type CampaignInput,
  type CampaignQuery,
  CampaignUpdateDocument,
  type CampaignUpdateInput,
  ComposerAppsDocument,
  ComposerDraftDocument,
  type ReachFragment,
} from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction, usePageQuery } from '../../graph/hooks.js';
import { useAttempt } from '../../graph/idempotency-key.js';
import { serverNow } from '../../graph/server-time.js';
import { useLanguage, useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useIsHere, useLeaving } from '../../shell/leaving.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Banner, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { useAwaitRun } from '../campaigns/await-run.js';
import { AudienceStep } from './audience-step.js';
import { type Check as CampaignCheck, checkCampaign, isBlocked, isStepDone } from './checklist.js';
import { fromCampaign, sentAgain } from './from-campaign.js';
import type { Provider } from './limits.js';
import { MessageStep } from './message-step.js';
import { ReachNumber, useReach } from './reach.js';
import { readState } from './read-draft.js';
import { ReviewStep } from './review-step.js';
import { type ComposerState, emptyState, nameOf, STEPS, type Step } from './state.js';
import { toCampaignInput, toCampaignUpdate } from './to-input.js';
import { type DraftStatus, type KnownDraft, useDraft } from './use-draft.js';
import { useVisit } from './use-visit.js';
import { useNow, WhenStep } from './when-step.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

const useStart = (): ComposerState => {
  const language = useLanguage();
  const [start] = useState(() => emptyState(language, Intl.DateTimeFormat().resolvedOptions().timeZone));
  return start;
};

/**
 * Makes a campaign: a new one, or `?draft=ID` from a draft, or `?again=ID` from one that was sent. `?edit=ID` changes an
 * existing campaign.
 */
const ComposerPage = () => {
  const [visit, begin] = useVisit();
  return <Visit key={visit} onAnew={begin} />;
};

export default ComposerPage;

/** `onAnew` reads what is kept and begins with it. */
const Visit = ({ onAnew }: { readonly onAnew: () => void }) => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const start = useStart();
  const [params] = useSearchParams();
  // What it began with: the first save puts its draft into the address, which loads nothing anew.
  const [draftId] = useState(() => params.get('draft'));
  const [editId] = useState(() => params.get('edit'));
  const [againId] = useState(() => params.get('again'));
  const campaignId = editId ?? againId;
  const draft = usePageQuery(ComposerDraftDocument, { id: draftId ?? '' }, { pause: draftId === null });
  const edited = usePageQuery(CampaignDocument, { id: campaignId ?? '' }, { pause: campaignId === null });
  const error = draft.error ?? edited.error;
  // What is known from before may be out of date, and would be saved over what is there. After the first answer of the
  // service what is typed counts, whatever others answer.
  const hasBegun = useRef(false);
  const isRefreshing = draft.isRefreshing || edited.isRefreshing;
  if (!isRefreshing && !error) hasBegun.current = true;
  const title = t(editId === null ? 'nav.newCampaign' : 'composer.edit');
  const header = <PageHeader title={title} parent={{ href: '/campaigns', name: t('nav.campaigns') }} />;
  if (!mayWrite) {
    return (
      <>
        {header}
        <EmptyState title={t('composer.mayNot')} />
      </>
    );
  }
  if (!hasBegun.current && !isRefreshing && error) {
    return (
      <>
        {header}
        <ErrorNote error={error} />
      </>
    );
  }
  if (!hasBegun.current) {
    return (
      <>
        {header}
        <Skeleton lines={8} />
      </>
    );
  }
  const node = draft.data?.node;
  const known = node?.__typename === 'CampaignDraft' ? node : null;
  const campaign = edited.data?.scheduler ?? null;
  if ((draftId !== null && known === null) || (campaignId !== null && campaign === null)) {
    return (
      <>
        <PageHeader title={t('notFound.title')} parent={{ href: '/campaigns', name: t('nav.campaigns') }} />
        <EmptyState
          title={t('notFound.text')}
          action={<LinkButton href="/campaigns">{t('nav.campaigns')}</LinkButton>}
        />
      </>
    );
  }
  const initial = campaign ? fromCampaign(campaign, start) : known ? readState(known.content, start) : start;
  const isAgain = editId === null && campaign !== null;
  return (
    <Composer
      initial={isAgain ? sentAgain(initial, t('campaigns.copyOf', { name: campaign.name })) : initial}
      known={known}
      campaign={isAgain ? null : campaign}
      again={isAgain ? campaign.name : null}
      title={title}
      onAnew={onAnew}
    />
  );
};

const Composer = ({
  initial,
  known,
  campaign: given,
  again,
  title,
  onAnew,
}: {
  readonly initial: ComposerState;
  readonly known: KnownDraft | null;
  readonly campaign: Campaign | null;
  /** The name of the campaign that is sent once more. */
  readonly again: string | null;
  readonly title: string;
  readonly onAnew: () => void;
}) => {
  const { t } = useWords();
  const [state, setState] = useState(initial);
  // As it was read: messages that others add later are not among those that a change takes out.
  const [campaign] = useState(given);
  const [step, setStep] = useState<Step>(again === null ? 'message' : 'review');
  // What has not been looked at yet is not done, however good it is from the beginning.
  const [seen, setSeen] = useState(known || campaign || again !== null ? STEPS.length : 0);
  const [, setParams] = useSearchParams();
  const apps = usePageQuery(ComposerAppsDocument, {});
  const reach = useReach(state);
  const now = useNow();
  const keepInAddress = useCallback((id: string) => setParams({ draft: id }, { replace: true }), [setParams]);
  const draft = useDraft(state, {
    known,
    isPaused: campaign !== null,
    untitled: t('composer.untitled'),
    onFirstSave: keepInAddress,
  });
  const isLost = draft.status === 'failed' || draft.status === 'conflict';
  const [way, stay] = useLeaving({
    // A draft is saved on the way, if it can be.
    holds: () => (campaign !== null || isLost) && draft.isUnsaved(),
    isUnsaved: draft.isUnsaved,
  });
  const providers = useMemo((): readonly Provider[] => {
    const reached = reach.estimate?.byApp.map(({ app }) => app.pushProvider) ?? [];
    const all = apps.data?.apps.nodes.map(({ pushProvider }) => pushProvider) ?? [];
    return [...new Set(reached.length > 0 ? reached : all)].toSorted();
  }, [reach.estimate, apps.data]);
  const audience = reach.estimate?.byLanguage ?? [];
  const { reached, isRefused: areFiltersRefused } = reach;
  const checks = checkCampaign(state, { now, providers, reached, areFiltersRefused, audience });
  const heading = useRef<HTMLHeadingElement>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current) heading.current?.focus();
    window.scrollTo(0, 0);
  }, [step]);
  const go = (next: Step) => {
    isMoved.current = true;
    void draft.saveNow();
    setStep(next);
    setSeen((before) => Math.max(before, STEPS.indexOf(next)));
  };
  const place = STEPS.indexOf(step);
  return (
    <>
      <PageHeader
        title={nameOf(state) || title}
        parent={{ href: '/campaigns', name: t('nav.campaigns') }}
        badge={campaign === null && <SaveStatus status={draft.status} reason={draft.reason} />}
      />
      {draft.status === 'conflict' && (
        <Banner
          kind="warn"
          title={t('composer.conflict')}
          action={
            <span className="row">
              <Button size="small" onPress={onAnew}>
                {t('composer.conflict.theirs')}
              </Button>
              <Button size="small" onPress={() => void draft.saveNow(true)}>
                {t('composer.conflict.mine')}
              </Button>
            </span>
          }
        >
          {t('composer.conflict.text')}
        </Banner>
      )}
      {again !== null && <Banner title={t('composer.again', { name: again })}>{t('composer.again.text')}</Banner>}
      <Steps step={step} seen={seen} checks={checks} onStep={go} />
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('composer.stepOf', { number: place + 1, name: t(`step.${step}`) })}
      </h2>
      {step === 'message' && (
        <MessageStep
          state={state}
          onChange={setState}
          providers={providers}
          audience={audience}
          hasMore={campaign?.pushes.pageInfo.hasNextPage ?? false}
        />
      )}
      {step === 'audience' && <AudienceStep state={state} onChange={setState} apps={apps.data} reach={reach} />}
      {step === 'when' && <WhenStep state={state} onChange={setState} isKindFixed={campaign !== null} />}
      {step === 'review' && <ReviewStep state={state} checks={checks} reach={reach} onStep={go} />}
      <footer className="composer-foot">
        {place > 0 ? (
          <Button icon={<ArrowLeft size={16} aria-hidden />} onPress={() => go(STEPS[place - 1] ?? 'message')}>
            {t('composer.back')}
          </Button>
        ) : (
          <span />
        )}
        {step !== 'review' ? (
          <Button variant="primary" onPress={() => go(STEPS[place + 1] ?? 'review')}>
            {t('composer.next', { name: t(`step.${STEPS[place + 1] ?? 'review'}`) })}
            <ArrowRight size={16} aria-hidden />
          </Button>
        ) : campaign === null ? (
          <Finish
            state={state}
            checks={checks}
            estimate={reached === null ? null : reach.estimate}
            finish={draft.finish}
          />
        ) : (
          <SaveChanges state={state} checks={checks} campaign={campaign} finish={draft.finish} />
        )}
      </footer>
      <ConfirmDialog
        title={t('composer.leave')}
        isOpen={way !== null}
        onClose={stay}
        confirm={t('composer.leave.confirm')}
        onConfirm={async () => way?.()}
        isDangerous
      >
        <p className="dialog-text">{t('composer.leave.text')}</p>
      </ConfirmDialog>
    </>
  );
};

const SaveStatus = ({ status, reason }: { readonly status: DraftStatus; readonly reason: string | null }) => {
  const { t } = useWords();
  // That the network is gone is said by a bar of its own.
  const { isOnline } = useConnection();
  if (status === 'new') return null;
  const isBad = status === 'failed' || status === 'conflict';
  return (
    <span className="save-status" data-bad={isBad || undefined} role="status">
      {isBad ? <CloudOff size={15} aria-hidden /> : <CloudCheck size={15} aria-hidden />}
      {status === 'failed' && isOnline && reason !== null
        ? t('composer.draft.failedWhy', { reason })
        : t(`composer.draft.${status}`)}
    </span>
  );
};

const Steps = ({
  step,
  seen,
  checks,
  onStep,
}: {
  readonly step: Step;
  /** How many of them have been gone through. */
  readonly seen: number;
  readonly checks: readonly CampaignCheck[];
  readonly onStep: (step: Step) => void;
}) => {
  const { t } = useWords();
  return (
    <nav aria-label={t('composer.steps')}>
      <ol className="steps">
        {STEPS.map((id, index) => {
          const isDone = index < seen && id !== 'review' && isStepDone(checks, id);
          return (
            <li key={id}>
              <button
                type="button"
                className="step"
                aria-current={id === step ? 'step' : undefined}
                data-done={isDone || undefined}
                onClick={() => onStep(id)}
              >
                <span className="step-number" aria-hidden>
                  {isDone && id !== step ? <Check size={14} strokeWidth={3} /> : index + 1}
                </span>
                <span className="step-name">{t(`step.${id}`)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
};

/** The draft becomes a campaign: started, or to be started later. */
const Finish = ({
  state,
  checks,
  estimate,
  finish,
}: {
  readonly state: ComposerState;
  readonly checks: readonly CampaignCheck[];
  readonly estimate: ReachFragment | null;
  readonly finish: (make: (draftId: string | null) => Promise<boolean>) => Promise<void>;
}) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const isHere = useIsHere();
  const maySend = useMay('send');
  const [isAsking, setIsAsking] = useState(false);
  const [create, isBusy] = useAction(CampaignCreateDocument, { quiet: true });
  const [begin, end] = useAttempt<CampaignInput>();
  const awaitRun = useAwaitRun();
  const blocked = isBlocked(checks);
  const startsNow = state.when.kind === 'NOW';
  const attempt = async (activate: boolean, draftId: string | null) => {
    const { input, key } = begin(JSON.stringify([state, activate]), () =>
      toCampaignInput(state, { now: serverNow(), activate }),
    );
    const answer = await create({ input, key, draftId });
    if (!answer.ok && isRefused(answer.errors)) end();
    return answer;
  };
  const make = (activate: boolean) =>
    finish(async (draftId) => {
      let answer = await attempt(activate, draftId);
      // The minute ended while the request was on its way.
      if (startsNow && !answer.ok && answer.errors.some(({ code }) => code === 'PAST'))
        answer = await attempt(activate, draftId);
      if (!answer.ok) for (const { message } of answer.errors) showToast({ kind: 'bad', text: message });
      const scheduler = answer.ok ? answer.data.scheduler : null;
      if (!scheduler) return false;
      showToast({ kind: 'good', text: t(activate ? 'campaign.started' : 'composer.kept', { name: scheduler.name }) });
      const runId = activate && startsNow ? await awaitRun(scheduler.id, null) : null;
      if (isHere.current) navigate(runId === null ? `/campaigns/${scheduler.id}` : `/runs/${runId}`);
      return true;
    });
  const start = t(
    startsNow ? 'composer.sendNow' : state.when.kind === 'AFTER_EVENT' ? 'composer.listen' : 'composer.schedule',
  );
  return (
    <div className="row">
      <Button isDisabled={blocked} isPending={isBusy && !isAsking} onPress={() => void make(false)}>
        {t('composer.keep')}
      </Button>
      {maySend && (
        <Button
          variant="primary"
          isDisabled={blocked}
          icon={<Rocket size={16} aria-hidden />}
          onPress={() => setIsAsking(true)}
        >
          {start}
        </Button>
      )}
      <ConfirmDialog
        title={t('composer.confirm', { name: nameOf(state), when: state.when.kind })}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirm={start}
        onConfirm={() => make(true)}
      >
        <ReachNumber estimate={estimate} />
        <p className="dialog-text">{t(`composer.confirm.${state.when.kind}`)}</p>
      </ConfirmDialog>
    </div>
  );
};

/** By a rule: nothing was done, and the next attempt is another one. */
const isRefused = (errors: readonly UserErrorOfAnswer[]): boolean => errors.some(({ code }) => code !== undefined);

/** Of a campaign that is there: what it says replaces what it said, all of it or nothing. */
const SaveChanges = ({
  state,
  checks,
  campaign,
  finish,
}: {
  readonly state: ComposerState;
  readonly checks: readonly CampaignCheck[];
  readonly campaign: Campaign;
  readonly finish: (make: () => Promise<boolean>) => Promise<void>;
}) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const isHere = useIsHere();
  const [update, isBusy] = useAction(CampaignUpdateDocument);
  const awaitRun = useAwaitRun();
  const latestRunId = campaign.runs.nodes[0]?.id ?? null;
  const [begin, end] = useAttempt<CampaignUpdateInput>();
  // A moment that has passed is no obstacle to mending a text.
  const blocked = isBlocked(checks.filter(({ id }) => id !== 'time'));
  const save = async (): Promise<boolean> => {
    const { id } = campaign;
    const { input, key } = begin(JSON.stringify(state), () => toCampaignUpdate(state, campaign, serverNow()));
    const answer = await update({ id, input, key });
    if (!answer.ok) {
      if (isRefused(answer.errors)) end();
      return false;
    }
    showToast({ kind: 'good', text: t('composer.changed', { name: nameOf(state) }) });
    const startsNow = campaign.active && state.when.kind === 'NOW';
    const runId = startsNow ? await awaitRun(id, latestRunId) : null;
    if (isHere.current) navigate(runId === null ? `/campaigns/${id}` : `/runs/${runId}`);
    return true;
  };
  return (
    <Button variant="primary" isDisabled={blocked} isPending={isBusy} onPress={() => void finish(save)}>
      {t('action.save')}
    </Button>
  );
};
