import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { ComposerFiltersDocument, ExperimentSizeDocument } from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, usePageQuery } from '../../graph/hooks.js';
import { useEventName } from '../../i18n/event-names.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { type Option, SelectField } from '../../ui/fields.js';
import { IconButton } from '../../ui/icon-button.js';
import { Banner, Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { type GoalFields, isWindowWrong, MAX_GOAL_DAYS, MAX_GOALS, NEW_GOAL } from './goal-fields.js';
import { numberOf } from './speed-fields.js';
import type { ComposerState } from './state.js';

/** The goals of the message, and the number of users that an experiment needs. */
export const GoalsCard = ({
  state,
  onChange,
  refused,
}: {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  readonly refused: readonly UserErrorOfAnswer[];
}) => {
  const { t } = useTranslation();
  const events = useEvents();
  const { goals } = state;
  const errors = refused.filter(({ field }) => field?.includes('goals'));
  const set = (changed: readonly GoalFields[]) => onChange({ ...state, goals: changed });
  return (
    <Card title={t('goals.title')} lead={t('goals.lead')}>
      <div className="stack">
        {errors.length > 0 && <Banner kind="bad">{errors.map(({ message }) => message).join(' ')}</Banner>}
        {goals.map((goal, index) => (
          <GoalEditor
            key={index}
            number={index + 1}
            goal={goal}
            events={events ?? []}
            isNameTaken={goals.some((other, at) => at !== index && other.name.trim() === goal.name.trim())}
            change={(changes) => set(goals.map((other, at) => (at === index ? { ...other, ...changes } : other)))}
            onRemove={() => set(goals.filter((_, at) => at !== index))}
          />
        ))}
        {goals.length < MAX_GOALS && (
          <Button icon={Plus} isDisabled={events === null} onPress={() => set([...goals, NEW_GOAL])}>
            {t('goals.add')}
          </Button>
        )}
        {goals.length > 0 && <SizeCalculator />}
      </div>
    </Card>
  );
};

type EventOption = Option<string>;

/** null: they have not come yet. A select without options does not open, so no goal is added before. */
const useEvents = (): readonly EventOption[] | null => {
  const nameOfEvent = useEventName();
  const { data } = usePageQuery(ComposerFiltersDocument, {});
  if (!data) return null;
  return data.customEvents.nodes
    .filter(({ code }) => code !== 'install')
    .map((event) => ({ id: event.code, name: nameOfEvent(event), about: event.code }));
};

const GoalEditor = ({
  number,
  goal,
  events,
  isNameTaken,
  change,
  onRemove,
}: {
  readonly number: number;
  readonly goal: GoalFields;
  readonly events: readonly EventOption[];
  readonly isNameTaken: boolean;
  readonly change: (changes: Partial<GoalFields>) => void;
  readonly onRemove: () => void;
}) => {
  const { t, format } = useTranslation();
  const range = { min: format.number(0), max: format.number(MAX_GOAL_DAYS) };
  return (
    <fieldset className="speed-part goal-editor">
      <legend className="visually-hidden">{t('goals.number', { number: format.number(number) })}</legend>
      <div className="field-row">
        <SelectField
          label={t('goals.event')}
          value={goal.event || null}
          options={events}
          onChange={(event) => {
            const name = events.find(({ id }) => id === event)?.name ?? event;
            change({ event, ...(goal.name === '' ? { name } : {}) });
          }}
        />
        <TextField
          label={t('goals.name')}
          value={goal.name}
          onChange={(name) => change({ name })}
          error={isNameTaken && goal.name !== '' ? t('goals.name.taken') : null}
          isRequired
        />
        <TextField
          label={t('goals.days')}
          hint={t('goals.days.hint')}
          type="number"
          min="0"
          max={String(MAX_GOAL_DAYS)}
          value={goal.days}
          onChange={(days) => change({ days })}
          error={isWindowWrong(goal) ? t('speed.range', range) : null}
          inputProps={{ step: 'any' }}
          isRequired
        />
        <TextField
          label={t('goals.value')}
          hint={t('goals.value.hint')}
          value={goal.valueProperty}
          onChange={(valueProperty) => change({ valueProperty })}
        />
      </div>
      <IconButton label={t('goals.remove', { name: goal.name || format.number(number) })} icon={X} onPress={onRemove} />
    </fieldset>
  );
};

const PERCENT = 100;

/** Says how many units each arm needs, so that nobody waits for a result that cannot come. */
const SizeCalculator = () => {
  const { t, format } = useTranslation();
  const [fields, setFields] = useState({ baseline: '5', lift: '10', arms: '2' });
  const [baseline, lift] = [numberOf(fields.baseline) / PERCENT, numberOf(fields.lift) / PERCENT];
  const arms = numberOf(fields.arms);
  const isGood = baseline > 0 && baseline < 1 && lift > 0 && Number.isInteger(arms) && arms >= 2 && arms <= 10;
  const { data, error } = usePageQuery(ExperimentSizeDocument, { baseline, lift, arms }, { pause: !isGood });
  const size = isGood && !error ? data?.experimentSize : undefined;
  const field = (name: keyof typeof fields) => (
    <TextField
      label={t(`goals.size.${name}`)}
      type="number"
      min="0"
      value={fields[name]}
      onChange={(text) => setFields({ ...fields, [name]: text })}
      inputProps={{ step: 'any' }}
    />
  );
  return (
    <fieldset className="speed-part">
      <legend className="small-title">{t('goals.size')}</legend>
      <div className="field-row">
        {field('baseline')}
        {field('lift')}
        {field('arms')}
      </div>
      <p className="quiet" aria-live="polite">
        {size
          ? t('goals.size.needs', { each: format.number(size.unitsPerArm), all: format.number(size.units) })
          : t('goals.size.impossible')}
      </p>
    </fieldset>
  );
};
