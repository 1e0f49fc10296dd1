import { ArrowLeft, ArrowRight, Check, CloudCheck, CloudOff, Rocket } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import {
  CampaignCreateDocument,
  CampaignDocument,
  type CampaignInput,
  type CampaignQuery,
  ComposerActivatePushDocument,
  ComposerAppsDocument,
  ComposerBindPushesDocument,
  ComposerCreatePushDocument,
  ComposerDeactivatePushDocument,
  ComposerDeletePushDocument,
  ComposerDraftDocument,
  ComposerUpdateAutoPushDocument,
  ComposerUpdateOneTimeDocument,
  ComposerUpdatePushDocument,
  ComposerUpdateWeeklyDocument,
  DraftDeleteDocument,
} from '../../graph/generated/graphql.js';
import { type Answer, useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { serverNow } from '../../graph/server-time.js';
import { useLanguage, useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Banner, EmptyState, ErrorNote, PageHeader, Skeleton } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { AudienceStep } from './audience-step.js';
import { type Check as CampaignCheck, checkCampaign, isBlocked, isStepDone } from './checklist.js';
import { fromCampaign } from './from-campaign.js';
import type { Provider } from './limits.js';
import { MessageStep } from './message-step.js';
import { useReach } from './reach.js';
import { ReviewStep } from './review-step.js';
import { type ComposerState, emptyState, type Message, nameOf, readState, STEPS, type Step } from './state.js';
import { toCampaignInput, toPushInput } from './to-input.js';
import { type DraftStatus, type KnownDraft, useDraft } from './use-draft.js';
import { useNow, WhenStep } from './when-step.js';

type Campaign = NonNullable<CampaignQuery['scheduler']>;

const useStart = (): ComposerState => {
  const language = useLanguage();
  const [start] = useState(() => emptyState(language, Intl.DateTimeFormat().resolvedOptions().timeZone));
  return start;
};

/** Makes a campaign: a new one, `?draft=ID` goes on with a draft, `?edit=ID` changes one that is there. */
const ComposerPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const start = useStart();
  const [params] = useSearchParams();
  // What it began with: the first save puts its draft into the address, which loads nothing anew.
  const [draftId] = useState(() => params.get('draft'));
  const [editId] = useState(() => params.get('edit'));
  const draft = usePageQuery(ComposerDraftDocument, { id: draftId ?? '' }, { pause: draftId === null });
  const edited = usePageQuery(CampaignDocument, { id: editId ?? '' }, { pause: editId === null });
  const error = draft.error ?? edited.error;
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
  if (error && !draft.data && !edited.data) {
    return (
      <>
        {header}
        <ErrorNote error={error} />
      </>
    );
  }
  if (draft.isLoading || edited.isLoading) {
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
  if ((draftId !== null && known === null) || (editId !== null && campaign === null)) {
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
  return <Composer initial={initial} known={known} campaign={campaign} title={title} />;
};

export default ComposerPage;

const Composer = ({
  initial,
  known,
  campaign,
  title,
}: {
  readonly initial: ComposerState;
  readonly known: KnownDraft | null;
  readonly campaign: Campaign | null;
  readonly title: string;
}) => {
  const { t } = useWords();
  const [state, setState] = useState(initial);
  const [step, setStep] = useState<Step>('message');
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
  const providers = useMemo((): readonly Provider[] => {
    const reached = reach.estimate?.byApp.map(({ app }) => app.pushProvider) ?? [];
    const all = apps.data?.apps.nodes.map(({ pushProvider }) => pushProvider) ?? [];
    return [...new Set(reached.length > 0 ? reached : all)].toSorted();
  }, [reach.estimate, apps.data]);
  const audience = reach.estimate?.byLanguage ?? [];
  const checks = checkCampaign(state, { now, providers, reached: reach.estimate?.reached ?? null, audience });
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
  };
  const place = STEPS.indexOf(step);
  return (
    <>
      <PageHeader
        title={nameOf(state) || title}
        parent={{ href: '/campaigns', name: t('nav.campaigns') }}
        badge={campaign === null && <SaveStatus status={draft.status} />}
      />
      {draft.status === 'conflict' && (
        <Banner
          kind="warn"
          title={t('composer.conflict')}
          action={
            <span className="row">
              <Button size="small" onPress={() => location.reload()}>
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
      <Steps step={step} checks={checks} onStep={go} />
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('composer.stepOf', { number: place + 1, name: t(`step.${step}`) })}
      </h2>
      {step === 'message' && (
        <MessageStep
          state={state}
          onChange={setState}
          providers={providers}
          audience={audience}
          isListFixed={campaign?.pushes.pageInfo.hasNextPage ?? false}
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
          <Finish state={state} checks={checks} reached={reach.estimate?.reached ?? null} finish={draft.finish} />
        ) : (
          <SaveChanges state={state} checks={checks} campaign={campaign} />
        )}
      </footer>
    </>
  );
};

const SaveStatus = ({ status }: { readonly status: DraftStatus }) => {
  const { t } = useWords();
  if (status === 'new') return null;
  const isBad = status === 'failed' || status === 'conflict';
  return (
    <span className="save-status" data-bad={isBad || undefined} role="status">
      {isBad ? <CloudOff size={15} aria-hidden /> : <CloudCheck size={15} aria-hidden />}
      {t(`composer.draft.${status}`)}
    </span>
  );
};

const Steps = ({
  step,
  checks,
  onStep,
}: {
  readonly step: Step;
  readonly checks: readonly CampaignCheck[];
  readonly onStep: (step: Step) => void;
}) => {
  const { t } = useWords();
  return (
    <nav aria-label={t('composer.steps')}>
      <ol className="steps">
        {STEPS.map((id, index) => {
          const isDone = id !== 'review' && isStepDone(checks, id);
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
  reached,
  finish,
}: {
  readonly state: ComposerState;
  readonly checks: readonly CampaignCheck[];
  readonly reached: number | null;
  readonly finish: () => Promise<string | null>;
}) => {
  const { t, format } = useWords();
  const [, navigate] = useLocation();
  const maySend = useMay('send');
  const [isAsking, setIsAsking] = useState(false);
  const [create, isBusy] = useAction(CampaignCreateDocument);
  const [removeDraft] = useAction(DraftDeleteDocument, { quiet: true });
  // After a lost answer the same is asked again by the same key: nothing is made, and nothing sent, twice.
  const attempt = useRef<{ readonly of: string; readonly input: CampaignInput; readonly key: string } | null>(null);
  const blocked = isBlocked(checks);
  const make = async (activate: boolean) => {
    const of = JSON.stringify([state, activate]);
    if (attempt.current?.of !== of) {
      attempt.current = { of, input: toCampaignInput(state, { now: serverNow(), activate }), key: newKey() };
    }
    const { input, key } = attempt.current;
    const answer = await create({ input, key });
    // Refused by a rule: nothing was made, and the next attempt may be another.
    if (!answer.ok && answer.errors.some(({ code }) => code !== undefined)) attempt.current = null;
    const scheduler = answer.ok ? answer.data.scheduler : null;
    if (!scheduler) return;
    const draftId = await finish();
    if (draftId !== null) await removeDraft({ id: draftId });
    showToast({ kind: 'good', text: t(activate ? 'campaign.started' : 'composer.kept', { name: scheduler.name }) });
    navigate(`/campaigns/${scheduler.id}`);
  };
  const start = t(
    state.when.kind === 'NOW'
      ? 'composer.sendNow'
      : state.when.kind === 'AFTER_EVENT'
        ? 'composer.listen'
        : 'composer.schedule',
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
        title={t('composer.confirm', { name: nameOf(state) })}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirm={start}
        onConfirm={() => make(true)}
      >
        <p className="reach-number">
          <strong>{reached === null ? '–' : format.number(reached)}</strong>{' '}
          {t('reach.devices', { count: reached ?? 0 })}
        </p>
        <p className="dialog-text">{t(`composer.confirm.${state.when.kind}`)}</p>
      </ConfirmDialog>
    </div>
  );
};

/** Of a campaign that is there: what it says replaces what it said. */
const SaveChanges = ({
  state,
  checks,
  campaign,
}: {
  readonly state: ComposerState;
  readonly checks: readonly CampaignCheck[];
  readonly campaign: Campaign;
}) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const [updateOnce, savesOnce] = useAction(ComposerUpdateOneTimeDocument);
  const [updateWeekly, savesWeekly] = useAction(ComposerUpdateWeeklyDocument);
  const [updateAuto, savesAuto] = useAction(ComposerUpdateAutoPushDocument);
  const [saveMessages, savesMessages] = useSaveMessages(campaign);
  // A moment that has passed is no obstacle to mending a text.
  const blocked = isBlocked(checks.filter(({ id }) => id !== 'time'));
  const save = async () => {
    const { id } = campaign;
    const { oneTime, weekly, autoPush } = toCampaignInput(state, { now: serverNow(), activate: false });
    const answers: Answer<unknown>[] = [];
    if (oneTime) answers.push(await updateOnce({ id, input: withAllUsers(oneTime.scheduler, campaign) }));
    if (weekly) answers.push(await updateWeekly({ id, input: weekly.scheduler }));
    if (autoPush) answers.push(await updateAuto({ id, input: autoPush.scheduler }));
    if (!answers.every(({ ok }) => ok) || !(await saveMessages(state.messages))) return;
    showToast({ kind: 'good', text: t('composer.changed', { name: nameOf(state) }) });
    navigate(`/campaigns/${id}`);
  };
  return (
    <Button
      variant="primary"
      isDisabled={blocked}
      isPending={savesOnce || savesWeekly || savesAuto || savesMessages}
      onPress={() => void save()}
    >
      {t('action.save')}
    </Button>
  );
};

/** Changes the pushes that are there, makes the new ones, binds them all in order, and deletes what was taken out. */
const useSaveMessages = (campaign: Campaign) => {
  const [update] = useAction(ComposerUpdatePushDocument);
  const [create] = useAction(ComposerCreatePushDocument);
  const [activate] = useAction(ComposerActivatePushDocument);
  const [deactivate] = useAction(ComposerDeactivatePushDocument);
  const [bind] = useAction(ComposerBindPushesDocument);
  const [remove] = useAction(ComposerDeletePushDocument);
  const [isBusy, setIsBusy] = useState(false);
  // By message: one that was made before a later step failed is not made again.
  const made = useRef(new Map<Message, string>());
  const turn = async (id: string, isActive: boolean): Promise<boolean> => {
    const push = campaign.pushes.nodes.find((before) => before.id === id);
    if (!push || push.active === isActive) return true;
    return (await (isActive ? activate({ id }) : deactivate({ id }))).ok;
  };
  /** The id of its push; null: it was refused. */
  const saveOne = async (message: Message): Promise<string | null> => {
    const id = message.pushId ?? made.current.get(message) ?? null;
    const input = toPushInput(message);
    if (id !== null) {
      const isSaved = (await update({ id, input })).ok && (await turn(id, message.isActive));
      return isSaved ? id : null;
    }
    const answer = await create({ input, key: newKey() });
    const newId = answer.ok ? (answer.data.push?.id ?? null) : null;
    if (newId !== null) made.current.set(message, newId);
    return newId;
  };
  const saveAll = async (messages: readonly Message[]): Promise<boolean> => {
    const { nodes, pageInfo } = campaign.pushes;
    const bound = nodes.map(({ id }) => id);
    const ids: string[] = [];
    for (const message of messages) {
      const id = await saveOne(message);
      if (id === null) return false;
      ids.push(id);
    }
    if (!pageInfo.hasNextPage && ids.join() !== bound.join() && !(await bind({ id: campaign.id, pushIds: ids })).ok)
      return false;
    for (const id of bound.filter((before) => !ids.includes(before))) await remove({ id });
    return true;
  };
  const save = async (messages: readonly Message[]): Promise<boolean> => {
    setIsBusy(true);
    try {
      return await saveAll(messages);
    } finally {
      setIsBusy(false);
    }
  };
  return [save, isBusy] as const;
};

/** More users than the page has read stay as they are. */
const withAllUsers = <Input extends { externalIds?: unknown }>(input: Input, campaign: Campaign): Input => {
  const hasMore = campaign.__typename === 'OneTimeScheduler' && campaign.externalIds.pageInfo.hasNextPage;
  return hasMore ? { ...input, externalIds: undefined } : input;
};
