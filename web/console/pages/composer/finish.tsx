import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  CampaignCreateDocument,
  type CampaignInput,
  type CampaignQuery,
  CampaignUpdateDocument,
  type CampaignUpdateInput,
  type ReachFragment,
} from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction } from '../../graph/hooks.js';
import { useAttempt } from '../../graph/idempotency-key.js';
import { serverNow } from '../../graph/server-time.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useIsHere } from '../../shell/leaving.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { showToast } from '../../ui/toast.js';
import { useAwaitRun } from '../campaigns/await-run.js';
import { DraftForecast } from '../campaigns/forecast.js';
import { type Check as CampaignCheck, isBlocked } from './checklist.js';
import { ReachNumber } from './reach.js';
import { type ComposerState, nameOf } from './state.js';
import { toCampaignInput, toCampaignUpdate } from './to-input.js';

export type Campaign = NonNullable<CampaignQuery['scheduler']>;

/** Creates the campaign from the draft, and starts it or keeps it for later. */
export const Finish = ({
  state,
  checks,
  estimate,
  finish,
  onRefused,
}: {
  readonly state: ComposerState;
  readonly checks: readonly CampaignCheck[];
  readonly estimate: ReachFragment | null;
  readonly finish: (make: (draftId: string | null) => Promise<boolean>) => Promise<void>;
  /** Shows what is wrong at its field. */
  readonly onRefused: (errors: readonly UserErrorOfAnswer[]) => void;
}) => {
  const { t } = useTranslation();
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
      // The minute ended while the request was in transit.
      if (startsNow && !answer.ok && answer.errors.some(({ code }) => code === 'PAST'))
        answer = await attempt(activate, draftId);
      if (!answer.ok) {
        for (const { message } of answer.errors) showToast({ kind: 'bad', text: message });
        onRefused(answer.errors);
      }
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
        <Button variant="primary" isDisabled={blocked} icon={Rocket} onPress={() => setIsAsking(true)}>
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
        <DraftForecast state={state} />
      </ConfirmDialog>
    </div>
  );
};

/** Saves an existing campaign, completely or not at all. */
export const SaveChanges = ({
  state,
  checks,
  campaign,
  finish,
  onRefused,
}: {
  readonly state: ComposerState;
  readonly checks: readonly CampaignCheck[];
  readonly campaign: Campaign;
  readonly finish: (make: () => Promise<boolean>) => Promise<void>;
  readonly onRefused: (errors: readonly UserErrorOfAnswer[]) => void;
}) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const isHere = useIsHere();
  const [update, isBusy] = useAction(CampaignUpdateDocument);
  const awaitRun = useAwaitRun();
  const latestRunId = campaign.runs.nodes[0]?.id ?? null;
  const [begin, end] = useAttempt<CampaignUpdateInput>();
  // A past moment must not prevent fixing a text.
  const blocked = isBlocked(checks.filter(({ id }) => id !== 'time'));
  const save = async (): Promise<boolean> => {
    const { id } = campaign;
    const { input, key } = begin(JSON.stringify(state), () => toCampaignUpdate(state, campaign, serverNow()));
    const answer = await update({ id, input, key });
    if (!answer.ok) {
      if (isRefused(answer.errors)) end();
      onRefused(answer.errors);
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

/** Whether the service rejected the request, so that nothing was done and the next attempt needs a new key. */
const isRefused = (errors: readonly UserErrorOfAnswer[]): boolean => errors.some(({ code }) => code !== undefined);
