import { CloudCheck, CloudOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useConnection } from '../../graph/connection.js';
import { ComposerAppsDocument } from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useLeaving } from '../../shell/leaving.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Banner, PageHeader } from '../../ui/page.js';
import { AudienceStep } from './audience-step.js';
import { checkCampaign } from './checklist.js';
import { type Campaign, Finish, SaveChanges } from './finish.js';
import type { Provider } from './limits.js';
import { MessageStep } from './message-step.js';
import { useNow } from './moments-in-words.js';
import { useCategories } from './personal/category-field.js';
import type { TemplateCheck } from './personal/personal-context.js';
import { refusedTexts } from './personal/refused-fields.js';
import { useAbortEstimate } from './personal/use-abort-estimate.js';
import { useTemplateChecks } from './personal/use-template-check.js';
import { useReach } from './reach.js';
import { ReviewStep } from './review-step.js';
import { type ComposerState, nameOf, STEPS, type Step } from './state.js';
import { Foot, Steps } from './steps.js';
import { type DraftStatus, type KnownDraft, useDraft } from './use-draft.js';
import { WhenStep } from './when-step.js';

/** The settings of the cards *Rest and speed* and *Goals*, which show their errors. */
const PACE_FIELDS = ['bestHour', 'quietHours', 'speed', 'goals'];

/** The four steps of a campaign, whose draft is saved automatically. */
export const Composer = ({
  initial,
  known,
  campaign: given,
  again,
  title,
  onRestart,
}: {
  readonly initial: ComposerState;
  readonly known: KnownDraft | null;
  readonly campaign: Campaign | null;
  /** The name of the campaign that is sent again. */
  readonly again: string | null;
  readonly title: string;
  readonly onRestart: () => void;
}) => {
  const { t } = useTranslation();
  const [state, setState] = useState(initial);
  // The campaign as first read, so that saving does not delete messages that others add later.
  const [campaign] = useState(given);
  const [step, setStep] = useState<Step>(again === null ? 'message' : 'review');
  // A step counts as done only after it was visited.
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
  const [leave, stay] = useLeaving({
    // A draft is saved on leaving, if possible.
    blocks: () => (campaign !== null || isLost) && draft.isUnsaved(),
    isUnsaved: draft.isUnsaved,
  });
  const providers = useMemo((): readonly Provider[] => {
    const reached = reach.estimate?.byApp.map(({ app }) => app.pushProvider) ?? [];
    const all = apps.data?.apps.nodes.map(({ pushProvider }) => pushProvider) ?? [];
    return [...new Set(reached.length > 0 ? reached : all)].toSorted();
  }, [reach.estimate, apps.data]);
  const audience = reach.estimate?.byLanguage ?? [];
  const appName = (reach.estimate?.byApp[0]?.app ?? apps.data?.apps.nodes[0])?.name;
  const { reached, isRefused: areFiltersRefused } = reach;
  const [refused, setRefused] = useState<Refused | null>(null);
  const found = useTemplateChecks(state.messages);
  const current = refused?.of === state ? refused : NOTHING;
  const templates = withRefused(found, current.texts);
  const { ids: categories } = useCategories();
  const aborted = useAbortEstimate(state, { pause: step !== 'review' });
  const checks = checkCampaign(state, {
    now,
    providers,
    reached,
    areFiltersRefused,
    audience,
    templates,
    categories,
    aborted,
  });
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
  const refuse = (errors: readonly UserErrorOfAnswer[]) => {
    const texts = refusedTexts(errors, state.messages);
    const pace = errors.filter(({ field }) => PACE_FIELDS.some((name) => field?.includes(name)));
    const experiment = errors.filter(({ field }) => field?.includes('experiment'));
    if (texts.size + pace.length + experiment.length === 0) return;
    setRefused({ of: state, texts, pace, experiment });
    go(texts.size + experiment.length > 0 ? 'message' : 'when');
  };
  return (
    <>
      <PageHeader
        title={nameOf(state) || title}
        parent={{ href: '/campaigns', name: t('nav.campaigns') }}
        badge={campaign === null && <SaveStatus status={draft.status} reason={draft.reason} />}
      />
      {draft.status === 'conflict' && (
        <ConflictBanner onTakeTheirs={onRestart} onKeepMine={() => void draft.saveNow(true)} />
      )}
      {again !== null && <Banner title={t('composer.again', { name: again })}>{t('composer.again.text')}</Banner>}
      <Steps step={step} seen={seen} checks={checks} onStep={go} />
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('composer.stepOf', { number: STEPS.indexOf(step) + 1, name: t(`step.${step}`) })}
      </h2>
      {step === 'message' && (
        <MessageStep
          state={state}
          onChange={setState}
          providers={providers}
          audience={audience}
          templates={templates}
          start={Math.min(...current.texts.keys(), ...(current.texts.size === 0 ? [0] : []))}
          refused={current.experiment}
          hasMore={campaign?.pushes.pageInfo.hasNextPage ?? false}
          app={appName}
        />
      )}
      {step === 'audience' && <AudienceStep state={state} onChange={setState} apps={apps.data} reach={reach} />}
      {step === 'when' && (
        <WhenStep state={state} onChange={setState} isKindFixed={campaign !== null} refused={current.pace} />
      )}
      {step === 'review' && <ReviewStep state={state} checks={checks} reach={reach} app={appName} onStep={go} />}
      <Foot step={step} onStep={go}>
        {campaign === null ? (
          <Finish
            state={state}
            checks={checks}
            estimate={reached === null ? null : reach.estimate}
            finish={draft.finish}
            onRefused={refuse}
          />
        ) : (
          <SaveChanges state={state} checks={checks} campaign={campaign} finish={draft.finish} onRefused={refuse} />
        )}
      </Foot>
      <ConfirmDialog
        title={t('composer.leave')}
        isOpen={leave !== null}
        onClose={stay}
        confirm={t('composer.leave.confirm')}
        onConfirm={async () => leave?.()}
        isDangerous
      >
        <p className="dialog-text">{t('composer.leave.text')}</p>
      </ConfirmDialog>
    </>
  );
};

const ConflictBanner = ({
  onTakeTheirs,
  onKeepMine,
}: {
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <Banner
      kind="warn"
      title={t('composer.conflict')}
      action={
        <span className="row">
          <Button size="small" onPress={onTakeTheirs}>
            {t('composer.conflict.theirs')}
          </Button>
          <Button size="small" onPress={onKeepMine}>
            {t('composer.conflict.mine')}
          </Button>
        </span>
      }
    >
      {t('composer.conflict.text')}
    </Banner>
  );
};

interface Refused {
  /** The state that was refused. Changing it may resolve the refusal. */
  readonly of: ComposerState;
  readonly texts: ReturnType<typeof refusedTexts>;
  /** What is wrong with the quiet hours and the speed. */
  readonly pace: readonly UserErrorOfAnswer[];
  readonly experiment: readonly UserErrorOfAnswer[];
}

const NOTHING: Omit<Refused, 'of'> = { texts: new Map(), pace: [], experiment: [] };

const withRefused = (found: readonly TemplateCheck[], refused: Refused['texts']): readonly TemplateCheck[] =>
  found.map((problems, index) =>
    refused.has(index) ? [...(problems ?? []), ...(refused.get(index) ?? [])] : problems,
  );

const SaveStatus = ({ status, reason }: { readonly status: DraftStatus; readonly reason: string | null }) => {
  const { t } = useTranslation();
  // A lost network has a bar of its own.
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
