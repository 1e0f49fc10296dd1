import type { UserErrorOfAnswer } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { CheckboxField, ChoiceField } from '../../ui/fields.js';
import { Banner, Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import {
  EXPERIMENT_RANGES,
  type ExperimentFields,
  type ExperimentNumber,
  isOutOfRange,
  MAX_VARIANTS,
  METRICS,
} from './experiment-fields.js';
import { numberOf } from './speed-fields.js';
import type { ComposerState } from './state.js';

interface VariantsProps {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  /** The refusal by the service. */
  readonly refused: readonly UserErrorOfAnswer[];
}

/** Whether each user gets one of the messages, how often each is chosen, and how the winner is decided. */
export const VariantsCard = ({ state, onChange, refused }: VariantsProps) => {
  const { t, format } = useTranslation();
  const { experiment, messages } = state;
  const change = (changes: Partial<ExperimentFields>) =>
    onChange({ ...state, experiment: { ...experiment, ...changes } });
  const isAfterEvent = state.when.kind === 'AFTER_EVENT';
  const max = format.number(MAX_VARIANTS);
  return (
    <Card title={t('variants.title')}>
      <div className="stack">
        {refused.length > 0 && <Banner kind="bad">{refused.map(({ message }) => message).join(' ')}</Banner>}
        <CheckboxField isSelected={experiment.isOn} onChange={(isOn) => change({ isOn })} hint={t('variants.use.hint')}>
          {t('variants.use')}
        </CheckboxField>
        {experiment.isOn && messages.length > MAX_VARIANTS && (
          <Banner kind="bad">{t('variants.tooMany', { max })}</Banner>
        )}
        {experiment.isOn && (
          <>
            <Weights state={state} onChange={onChange} />
            <div className="field-row speed-numbers">
              <NumberField
                name="controlShare"
                fields={experiment}
                change={change}
                hint={t('variants.controlShare.hint')}
              />
            </div>
            <CheckboxField
              isSelected={experiment.decides}
              onChange={(decides) => change({ decides })}
              hint={t('variants.decides.hint')}
            >
              {t('variants.decides')}
            </CheckboxField>
            {experiment.decides && (
              <div className="field-row speed-numbers">
                <ChoiceField
                  label={t('variants.metric')}
                  look="segments"
                  value={experiment.metric}
                  choices={METRICS.map((id) => ({ id, name: t(`variants.metric.${id}`) }))}
                  onChange={(metric) => change({ metric })}
                />
              </div>
            )}
            {experiment.decides && (
              <div className="field-row speed-numbers">
                <NumberField name="decideAfter" fields={experiment} change={change} />
                {!isAfterEvent && (
                  <NumberField
                    name="testShare"
                    fields={experiment}
                    change={change}
                    hint={t('variants.testShare.hint')}
                  />
                )}
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  );
};

const useRange = () => {
  const { t, format } = useTranslation();
  return (name: ExperimentNumber, typed: string): string | null => {
    const [min, max] = EXPERIMENT_RANGES[name];
    return isOutOfRange(name, typed) ? t('variants.range', { min: format.number(min), max: format.number(max) }) : null;
  };
};

const Weights = ({ state, onChange }: Omit<VariantsProps, 'refused'>) => {
  const { t, format } = useTranslation();
  const errorOf = useRange();
  const { messages } = state;
  const total = messages.reduce((sum, { weight }) => sum + numberOf(weight), 0);
  return (
    <div className="field-row speed-numbers">
      {messages.map((message, index) => (
        <TextField
          key={index}
          label={t('variants.weight', { number: index + 1 })}
          hint={
            total > 0 ? t('variants.weight.share', { share: format.percent(numberOf(message.weight) / total) }) : ''
          }
          type="number"
          min="1"
          max="1000"
          value={message.weight}
          onChange={(weight) => onChange({ ...state, messages: messages.with(index, { ...message, weight }) })}
          error={errorOf('weight', message.weight)}
          isRequired
        />
      ))}
    </div>
  );
};

const NumberField = ({
  name,
  fields,
  change,
  hint,
}: {
  readonly name: Exclude<ExperimentNumber, 'weight'>;
  readonly fields: ExperimentFields;
  readonly change: (changes: Partial<ExperimentFields>) => void;
  readonly hint?: string;
}) => {
  const { t } = useTranslation();
  const errorOf = useRange();
  const [min, max] = EXPERIMENT_RANGES[name];
  return (
    <TextField
      label={t(`variants.${name}`)}
      {...(hint === undefined ? {} : { hint })}
      type="number"
      min={String(min)}
      max={String(max)}
      value={fields[name]}
      onChange={(typed) => change({ [name]: typed })}
      error={errorOf(name, fields[name])}
      inputProps={{ step: 'any' }}
      isRequired
    />
  );
};
