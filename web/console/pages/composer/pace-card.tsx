import { type ReactNode, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import type { UserErrorOfAnswer } from '../../graph/hooks.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { CheckboxField } from '../../ui/fields.js';
import { Banner, Card } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { useBestHourWords } from '../campaigns/best-hour.js';
import { isQuietComplete } from '../settings/quiet-fields.js';
import { QuietHoursEditor, useQuietWords } from '../settings/quiet-hours.js';
import { type BestHourFields, isBestHourWrong, isControlShareWrong, MAX_CONTROL_PERCENT } from './best-hour-fields.js';
import {
  isSpeedNumberWrong,
  isSpeedWrong,
  numberOf,
  SPEED_RANGES,
  type SpeedFields,
  type SpeedNumber,
  usedNumbers,
} from './speed-fields.js';
import type { ComposerState } from './state.js';

interface PaceProps {
  readonly state: ComposerState;
  readonly onChange: (state: ComposerState) => void;
  /** The errors with which the service rejected the campaign. */
  readonly refused: readonly UserErrorOfAnswer[];
}

/** In which hour messages leave, when devices are left in peace, and how fast the campaign sends. */
export const PaceCard = ({ state, onChange, refused }: PaceProps) => {
  const { t } = useTranslation();
  const bestHourWords = useBestHourWords();
  const quietWords = useQuietWords();
  const speedWords = useSpeedWords();
  const bestHourErrors = refused.filter(({ field }) => field?.includes('bestHour'));
  const quietErrors = refused.filter(({ field }) => field?.includes('quietHours'));
  const speedErrors = refused.filter(({ field }) => field?.includes('speed'));
  const isAfterEvent = state.when.kind === 'AFTER_EVENT';
  const isUsed = usedNumbers(state.speed, { isAfterEvent }).length > 0;
  return (
    <Card title={t('pace.title')} lead={t('pace.lead')}>
      <div className="setting-sections">
        {!isAfterEvent && (
          <Section
            name={t('bestHour.title')}
            summary={bestHourWords(state.bestHour)}
            isUsed={state.bestHour.isOn}
            isWrong={isBestHourWrong(state.bestHour)}
            errors={bestHourErrors}
            fields={['from', 'to', 'controlShare']}
          >
            <BestHourEditor
              fields={state.bestHour}
              change={(changes) => onChange({ ...state, bestHour: { ...state.bestHour, ...changes } })}
              errorOf={(name) => errorOf(bestHourErrors, name)}
            />
          </Section>
        )}
        <Section
          name={t('quiet.title')}
          summary={quietWords(state.quiet, 'campaign')}
          isUsed={state.quiet.mode !== 'NONE'}
          isWrong={!isQuietComplete(state.quiet)}
          errors={quietErrors}
          fields={['start', 'end', 'releaseOver']}
        >
          <QuietHoursEditor
            level="campaign"
            fields={state.quiet}
            change={(changes) => onChange({ ...state, quiet: { ...state.quiet, ...changes } })}
            errorOf={(name) => errorOf(quietErrors, name)}
          />
        </Section>
        <Section
          name={t('speed.title')}
          summary={speedWords(state.speed, isAfterEvent)}
          isUsed={isUsed}
          isWrong={isSpeedWrong(state.speed, { isAfterEvent })}
          errors={speedErrors}
          fields={usedNumbers(state.speed, { isAfterEvent })}
        >
          <SpeedEditor
            speed={state.speed}
            change={(changes) => onChange({ ...state, speed: { ...state.speed, ...changes } })}
            isAfterEvent={isAfterEvent}
            errorOf={(name) => errorOf(speedErrors, name)}
          />
        </Section>
      </div>
    </Card>
  );
};

const errorOf = (errors: readonly UserErrorOfAnswer[], name: string): string | null =>
  errors.find(({ field }) => field?.at(-1) === name)?.message ?? null;

/** Closed until it is wanted or wrong. */
const Section = ({
  name,
  summary,
  isUsed,
  isWrong,
  errors,
  fields,
  children,
}: {
  readonly name: string;
  readonly summary: string;
  readonly isUsed: boolean;
  readonly isWrong: boolean;
  readonly errors: readonly UserErrorOfAnswer[];
  /** The fields that show their own errors. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
}) => {
  const [isOpen, setIsOpen] = useState(isUsed || isWrong || errors.length > 0);
  const others = errors.filter(({ field }) => !fields.includes(field?.at(-1) ?? ''));
  return (
    <Disclosure className="setting-section" isExpanded={isOpen} onExpandedChange={setIsOpen}>
      <Heading level={3}>
        <AriaButton slot="trigger" className="setting-section-head">
          <span className="setting-section-name">{name}</span>
          <span className="setting-section-summary" data-bad={isWrong || undefined} data-unused={!isUsed || undefined}>
            {summary}
          </span>
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        {isOpen && (
          <div className="stack setting-section-body">
            {others.length > 0 && <Banner kind="bad">{others.map(({ message }) => message).join(' ')}</Banner>}
            {children}
          </div>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
};

const BestHourEditor = ({
  fields,
  change,
  errorOf,
}: {
  readonly fields: BestHourFields;
  readonly change: (changes: Partial<BestHourFields>) => void;
  readonly errorOf: (name: keyof BestHourFields) => string | null;
}) => {
  const { t, format } = useTranslation();
  const range = { min: format.number(0), max: format.number(MAX_CONTROL_PERCENT) };
  const time = (name: 'from' | 'to') => (
    <TextField
      label={t(`bestHour.${name}`)}
      hint={t(`bestHour.${name}.hint`)}
      type="time"
      value={fields[name]}
      onChange={(text) => change({ [name]: text })}
      error={errorOf(name)}
      isRequired
    />
  );
  return (
    <Part
      name={t('bestHour.use')}
      hint={t('bestHour.use.hint')}
      isOn={fields.isOn}
      onChange={(isOn) => change({ isOn })}
    >
      {time('from')}
      {time('to')}
      <TextField
        label={t('bestHour.controlShare')}
        hint={t('bestHour.controlShare.hint')}
        type="number"
        min="0"
        max={String(MAX_CONTROL_PERCENT)}
        value={fields.controlShare}
        onChange={(controlShare) => change({ controlShare })}
        error={isControlShareWrong(fields) ? t('speed.range', range) : errorOf('controlShare')}
        inputProps={{ step: 'any' }}
        isRequired
      />
    </Part>
  );
};

interface SpeedProps {
  readonly speed: SpeedFields;
  readonly change: (changes: Partial<SpeedFields>) => void;
  readonly errorOf: (name: SpeedNumber) => string | null;
}

const SpeedEditor = ({ isAfterEvent, ...props }: SpeedProps & { readonly isAfterEvent: boolean }) => {
  const { t } = useTranslation();
  const { speed, change } = props;
  return (
    <>
      <Part
        name={t('speed.limit')}
        hint={t(isAfterEvent ? 'speed.limit.hint.AFTER_EVENT' : 'speed.limit.hint')}
        isOn={speed.isLimited}
        onChange={(isLimited) => change({ isLimited })}
      >
        <NumberField name="maxPerMinute" {...props} />
      </Part>
      <Part
        name={t('speed.ramp')}
        hint={t('speed.ramp.hint')}
        isOn={speed.isRamped}
        onChange={(isRamped) => change({ isRamped })}
      >
        <NumberField name="start" {...props} />
        <NumberField name="factor" {...props} />
        <NumberField name="every" {...props} />
      </Part>
      {!isAfterEvent && (
        <Part
          name={t('speed.stop')}
          hint={t('speed.stop.hint')}
          isOn={speed.stopsOnTrouble}
          onChange={(stopsOnTrouble) => change({ stopsOnTrouble })}
        >
          <NumberField name="share" {...props} />
          <NumberField name="after" {...props} />
          <NumberField name="window" {...props} />
        </Part>
      )}
    </>
  );
};

const Part = ({
  name,
  hint,
  isOn,
  onChange,
  children,
}: {
  readonly name: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) => (
  <fieldset className="speed-part">
    <legend className="visually-hidden">{name}</legend>
    <CheckboxField isSelected={isOn} onChange={onChange} hint={hint}>
      {name}
    </CheckboxField>
    {isOn && <div className="field-row speed-numbers">{children}</div>}
  </fieldset>
);

const NumberField = ({ name, speed, change, errorOf }: SpeedProps & { readonly name: SpeedNumber }) => {
  const { t, format } = useTranslation();
  const { min, max, isWhole = false } = SPEED_RANGES[name];
  const isAbove = name === 'start' && numberOf(speed.start) > numberOf(speed.maxPerMinute);
  const range = { min: format.number(Math.round(min * 100) / 100), max: format.number(max) };
  const own = isSpeedNumberWrong(name, speed)
    ? t(isAbove && speed.isLimited ? 'speed.start.above' : 'speed.range', range)
    : null;
  return (
    <TextField
      label={t(`speed.${name}`)}
      type="number"
      min={isWhole ? String(min) : '0'}
      max={String(max)}
      value={speed[name]}
      onChange={(text) => change({ [name]: text })}
      error={own ?? errorOf(name)}
      inputProps={{ step: isWhole ? '1' : 'any' }}
      isRequired
    />
  );
};

/** Says the speed in one line, such as "6,000 a minute · starts with 100". */
const useSpeedWords = () => {
  const { t, format } = useTranslation();
  return (speed: SpeedFields, isAfterEvent: boolean): string => {
    const said = (name: SpeedNumber) => {
      const value = numberOf(speed[name]);
      return Number.isNaN(value) ? '?' : format.number(value);
    };
    const parts: readonly (readonly [boolean, MessageKey, SpeedNumber])[] = [
      [speed.isLimited, 'speed.summary.limit', 'maxPerMinute'],
      [speed.isRamped, 'speed.summary.ramp', 'start'],
      [speed.stopsOnTrouble && !isAfterEvent, 'speed.summary.stop', 'share'],
    ];
    const words = parts.flatMap(([isOn, key, name]) => (isOn ? [t(key, { number: said(name) })] : []));
    return words.length === 0 ? t('speed.none') : words.join(' · ');
  };
};
