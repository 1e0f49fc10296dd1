import { useState } from 'react';
import { useTranslation } from '../../../i18n/i18n.js';
import { ComboField } from '../../../ui/combo-field.js';
import { Dialog } from '../../../ui/dialog.js';
import { ChoiceField } from '../../../ui/fields.js';
import { TextField } from '../../../ui/text-field.js';
import { ChoiceForm, type ChoiceValues, choiceTextOf, NO_CHOICE } from './choice-form.js';
import { eventValue, isEventField, type TemplateValue } from './expressions.js';
import { NO_OUTPUT, OutputForm, type OutputValues, outputTextOf } from './output-form.js';
import { useValueName } from './value-name.js';

const ANY_EVENT = 'event';
const MODES = ['value', 'choice'] as const;

/** Makes the text for a value, or for a text that depends on one, without any knowledge of Liquid. */
const InsertValueDialog = ({
  values,
  language,
  onInsert,
  onClose,
}: {
  readonly values: readonly TemplateValue[];
  /** The language of the text. Null for a field that is the same in every language. */
  readonly language: string | null;
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const nameOf = useValueName();
  const [mode, setMode] = useState<(typeof MODES)[number]>('value');
  const [path, setPath] = useState<string | null>(null);
  const [eventField, setEventField] = useState('');
  const [output, setOutput] = useState<OutputValues>(NO_OUTPUT);
  const [choice, setChoice] = useState<ChoiceValues>(NO_CHOICE);
  const isEvent = path === ANY_EVENT;
  const value = isEvent
    ? isEventField(eventField)
      ? eventValue(eventField)
      : null
    : (values.find((one) => one.path === path) ?? null);
  const text = value === null ? null : mode === 'value' ? outputTextOf(value, output) : choiceTextOf(value, choice);
  const choosePath = (next: string) => {
    setPath(next);
    setOutput(NO_OUTPUT);
    setChoice(NO_CHOICE);
  };
  const insert = () => {
    if (text === null) return;
    onClose();
    onInsert(text);
  };
  const options = values.map((one) => ({ id: one.path, name: nameOf(one) }));
  return (
    <Dialog
      title={t('insert.title')}
      isOpen
      onClose={onClose}
      confirm={{ name: t('insert.insert'), onPress: insert, isDisabled: text === null }}
    >
      <div className="stack">
        <p className="dialog-text">{t('insert.lead')}</p>
        <ChoiceField
          label={t('insert.what')}
          isLabelHidden
          look="segments"
          value={mode}
          onChange={setMode}
          choices={MODES.map((id) => ({ id, name: t(`insert.mode.${id}`) }))}
        />
        <ComboField
          label={t('insert.value')}
          value={path}
          options={[...options, { id: ANY_EVENT, name: t('value.anyEvent') }]}
          onChange={choosePath}
        />
        {isEvent && (
          <TextField
            label={t('insert.eventField')}
            value={eventField}
            onChange={setEventField}
            hint={t('insert.eventFieldHint')}
            error={eventField === '' || isEventField(eventField) ? null : t('insert.eventFieldBad')}
            isMonospace
          />
        )}
        {value !== null && mode === 'value' && (
          <OutputForm value={value} language={language ?? 'en'} given={output} onChange={setOutput} />
        )}
        {value !== null && mode === 'choice' && <ChoiceForm value={value} given={choice} onChange={setChoice} />}
        {text !== null && (
          <p className="insert-result">
            <span className="field-label">{t('insert.result')}</span>
            <code dir="ltr">{text}</code>
          </p>
        )}
      </div>
    </Dialog>
  );
};

export default InsertValueDialog;
