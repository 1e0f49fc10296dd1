import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { type Check as CampaignCheck, isStepDone } from './checklist.js';
import { STEPS, type Step } from './state.js';

export const Steps = ({
  step,
  seen,
  checks,
  onStep,
}: {
  readonly step: Step;
  /** The number of visited steps. */
  readonly seen: number;
  readonly checks: readonly CampaignCheck[];
  readonly onStep: (step: Step) => void;
}) => {
  const { t } = useTranslation();
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

/** The buttons to the steps before and after this one. The last step has `children` instead of a next step. */
export const Foot = ({
  step,
  onStep,
  children,
}: {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly children: ReactNode;
}) => {
  const { t } = useTranslation();
  const place = STEPS.indexOf(step);
  const previous = STEPS[place - 1];
  const next = STEPS[place + 1];
  return (
    <footer className="composer-foot">
      {previous ? (
        <Button icon={ArrowLeft} onPress={() => onStep(previous)}>
          {t('composer.back')}
        </Button>
      ) : (
        <span />
      )}
      {next ? (
        <Button variant="primary" onPress={() => onStep(next)}>
          {t('composer.next', { name: t(`step.${next}`) })}
          <ArrowRight size={16} aria-hidden />
        </Button>
      ) : (
        children
      )}
    </footer>
  );
};
