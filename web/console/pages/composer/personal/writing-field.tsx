import { Braces, CircleAlert, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, type SyntheticEvent, useId, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTranslation } from '../../../i18n/i18n.js';
import { Button } from '../../../ui/button.js';
import { TextField, type TextFieldProps } from '../../../ui/text-field.js';
import { EmojiButton } from '../emoji/emoji-button.js';
import type { TemplateValue } from './expressions.js';
import { type TemplateProblem, usePersonal } from './personal-context.js';
import { SuggestionList } from './suggestion-list.js';
import { type Suggestion, suggestionsAt } from './suggestions.js';
import { rangeOf, typingPlaceAt } from './template-text.js';
import { type Field, useInsertion } from './use-insertion.js';

export interface WritingFieldProps extends TextFieldProps {
  /** The name of the field in the graph, which problems refer to. */
  readonly field: string;
  /** The language of the translation. Null for a field that is the same in every language. */
  readonly translation: string | null;
  readonly hasEmoji?: boolean;
}

/** The service renders Liquid in these fields, and in the labels of buttons. */
const PERSONAL_FIELDS: readonly string[] = ['title', 'text', 'subtitle', 'link', 'image'];

const isPersonal = (field: string): boolean => PERSONAL_FIELDS.includes(field) || field.startsWith('buttonLabels.');

/** A field of a message: inserts emoji and values at the cursor, suggests values after `{{`, and shows mistakes. */
export const WritingField = ({ field, translation, hasEmoji = false, aside, error, ...props }: WritingFieldProps) => {
  const { t } = useTranslation();
  const context = usePersonal();
  const personal = isPersonal(field) ? context : null;
  const input = useRef<Field>(null);
  const { replace, insert } = useInsertion(input, props);
  const suggestions = useSuggestions(props.value, replace);
  const problems = personal?.problems.filter((one) => isAt(one, field, translation)) ?? [];
  // An unfinished value is not wrong yet.
  const isSuggesting = suggestions.shown.length > 0;
  const hasErrors = !isSuggesting && problems.some(({ severity }) => severity === 'ERROR');
  const jump = (place: Parameters<typeof rangeOf>[1]) => {
    input.current?.focus();
    input.current?.setSelectionRange(...rangeOf(props.value, place));
  };
  return (
    <div className="writing-field">
      <TextField
        {...props}
        error={error ?? (hasErrors ? t('lint.mend') : null)}
        inputRef={input}
        inputProps={personal === null ? undefined : suggestions.inputProps(props.rows !== undefined)}
        aside={
          <span className="field-aside">
            {aside}
            {hasEmoji && <EmojiButton field={props.label} onPick={insert} />}
            {personal !== null && (
              <InsertValueButton
                field={props.label}
                values={personal.values}
                language={translation}
                onInsert={insert}
              />
            )}
          </span>
        }
      />
      {personal !== null && <SuggestionList {...suggestions} values={personal.values} />}
      <LintNotes problems={isSuggesting ? [] : problems} onJump={jump} />
    </div>
  );
};

const isAt = (problem: TemplateProblem, field: string, translation: string | null): boolean =>
  problem.field === field && (translation === null || problem.language === translation);

/** Suggestions while `{{` is open before the cursor, by the combobox pattern: arrows move, Enter inserts, Escape closes. */
const useSuggestions = (value: string, replace: (insertion: Suggestion['insertion']) => void) => {
  const personal = usePersonal();
  const id = useId();
  const [cursor, setCursor] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  /** The text for which Escape closed the list. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const place = cursor === null || closedFor === value ? null : typingPlaceAt(value, cursor);
  const shown = place === null || personal === null ? [] : suggestionsAt(place, personal.values);
  const isOpen = shown.length > 0;
  const at = Math.min(active, shown.length - 1);
  const pick = (suggestion: Suggestion) => {
    setActive(0);
    replace(suggestion.insertion);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const suggestion = shown[at];
    if (event.key === 'ArrowDown') setActive((at + 1) % shown.length);
    else if (event.key === 'ArrowUp') setActive((at - 1 + shown.length) % shown.length);
    else if (event.key === 'Enter' && suggestion) pick(suggestion);
    else if (event.key === 'Escape') setClosedFor(value);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const note = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = currentTarget;
    setCursor(selectionStart === selectionEnd ? selectionStart : null);
    setActive(0);
  };
  const inputProps = (isArea: boolean) => ({
    onKeyDownCapture: onKeyDown,
    onInput: note,
    onSelect: note,
    onBlur: () => setCursor(null),
    ...comboboxProps(isArea, isOpen ? { id, at } : null),
  });
  return { id, shown, active: at, pick, inputProps };
};

/** A text area may not have the role of a combobox, but it may have all its other properties. */
const comboboxProps = (isArea: boolean, open: { readonly id: string; readonly at: number } | null) => ({
  'aria-autocomplete': 'list' as const,
  'aria-haspopup': 'listbox' as const,
  ...(open && { 'aria-controls': open.id, 'aria-activedescendant': `${open.id}-${open.at}` }),
  ...(open && !isArea && { role: 'combobox', 'aria-expanded': true }),
});

/** The mistakes in the Liquid of a field. Pressing one selects its place in the text. */
const LintNotes = ({
  problems,
  onJump,
}: {
  readonly problems: readonly TemplateProblem[];
  readonly onJump: (place: { readonly line: number; readonly column: number }) => void;
}) => {
  const { t } = useTranslation();
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <ul className="lint-notes">
          {problems.map((problem, index) => {
            const { severity, line, column, code, detail, message } = problem;
            const Icon = severity === 'ERROR' ? CircleAlert : TriangleAlert;
            return (
              <li key={index} data-severity={severity}>
                <Icon size={15} aria-hidden />
                <span>
                  <span className="visually-hidden">{t(`lint.${severity}`)} </span>
                  {code === null ? message : t(`lint.${code}`, { detail })}{' '}
                  {line !== null && column !== null && (
                    <AriaButton className="link-button" onPress={() => onJump({ line, column })}>
                      {t('lint.place', { line, column })}
                    </AriaButton>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
};

/** The form is loaded when it is first opened. */
const InsertValueDialog = lazy(() => import('./insert-value-dialog.js'));

const InsertValueButton = ({
  field,
  values,
  language,
  onInsert,
}: {
  /** The label of the field that gets the value. */
  readonly field: string;
  readonly values: readonly TemplateValue[];
  readonly language: string | null;
  readonly onInsert: (text: string) => void;
}) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Braces}
        aria-label={`${t('insert.open')}: ${field}`}
        onPress={() => setIsOpen(true)}
      >
        {t('insert.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <InsertValueDialog values={values} language={language} onInsert={onInsert} onClose={close} />
        </Suspense>
      )}
    </>
  );
};
