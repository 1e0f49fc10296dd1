import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from '../../../i18n/i18n.js';
import { Button } from '../../../ui/button.js';
import { CheckboxField } from '../../../ui/fields.js';
import { IconButton } from '../../../ui/icon-button.js';
import { TextField } from '../../../ui/text-field.js';
import { isLink, isPicture } from '../addresses.js';
import { ImageField } from '../image-field.js';
import { countFixed } from '../limits.js';
import { WritingField } from '../personal/writing-field.js';
import type { MessageText } from '../state.js';
import { BUTTONS_MAX, type ButtonValue, isButtonId, LABEL_MAX } from './field-values.js';
import type { SettingProps } from './setting-field.js';

/** Up to three buttons, each with a label per language. */
export const ButtonsField = ({ label, hint, value, onChange, texts }: SettingProps<'buttons'>) => {
  const { t } = useTranslation();
  const buttons = value ?? [];
  const set = (next: readonly ButtonValue[], nextTexts = texts) => onChange(next.length === 0 ? null : next, nextTexts);
  const add = () =>
    set([...buttons, { id: freeId(buttons), link: '', icon: '', isDestructive: false, hasInput: false }]);
  const change = (index: number, button: ButtonValue) => {
    const id = buttons[index]?.id ?? '';
    set(buttons.with(index, button), id === button.id ? texts : texts.map((text) => renamed(text, id, button.id)));
  };
  const remove = (index: number) =>
    set(
      buttons.toSpliced(index, 1),
      texts.map((text) => withLabel(text, buttons[index]?.id ?? '', '')),
    );
  return (
    <fieldset className="field stack">
      <legend className="visually-hidden">{label}</legend>
      {hint !== undefined && <span className="field-hint">{hint}</span>}
      {buttons.map((button, index) => (
        <ButtonFields
          key={index}
          number={index + 1}
          button={button}
          isIdValid={isButtonId(buttons, button.id)}
          onChange={(next) => change(index, next)}
          onRemove={() => remove(index)}
          texts={texts}
          onLabel={(text) =>
            set(
              buttons,
              texts.map((other) => (other.language === text.language ? text : other)),
            )
          }
        />
      ))}
      {buttons.length < BUTTONS_MAX && (
        <div>
          <Button size="small" icon={Plus} onPress={add}>
            {t('setting.buttons.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
};

const ButtonFields = ({
  number,
  button,
  isIdValid,
  onChange,
  onRemove,
  texts,
  onLabel,
}: {
  readonly number: number;
  readonly button: ButtonValue;
  readonly isIdValid: boolean;
  readonly onChange: (button: ButtonValue) => void;
  readonly onRemove: () => void;
  readonly texts: readonly MessageText[];
  readonly onLabel: (text: MessageText) => void;
}) => {
  const { t, format } = useTranslation();
  const set = (change: Partial<ButtonValue>) => onChange({ ...button, ...change });
  return (
    <fieldset className="button-fields stack">
      <legend className="visually-hidden">{t('setting.buttons.one', { number })}</legend>
      <div className="list-row-head">
        <strong aria-hidden>{t('setting.buttons.one', { number })}</strong>
        <IconButton size="small" label={t('setting.buttons.remove', { number })} icon={Trash2} onPress={onRemove} />
      </div>
      {texts.map((text) => {
        const label = text.buttonLabels[button.id] ?? '';
        const isTooLong = countFixed(label) > LABEL_MAX;
        return (
          <WritingField
            key={text.language}
            field={`buttonLabels.${button.id}`}
            translation={text.language}
            hasEmoji
            label={
              texts.length > 1
                ? t('setting.buttons.labelIn', { number, language: format.language(text.language) })
                : t('setting.buttons.label', { number })
            }
            lang={text.language}
            value={label}
            onChange={(next) => onLabel(withLabel(text, button.id, next))}
            hint={label === '' ? t('setting.buttons.noLabel', { id: button.id }) : undefined}
            error={isTooLong ? t('setting.buttons.labelTooLong', { max: LABEL_MAX }) : null}
          />
        );
      })}
      <TextField
        label={t('setting.buttons.link', { number })}
        type="url"
        placeholder="https://"
        value={button.link}
        onChange={(link) => set({ link })}
        hint={t('setting.buttons.linkHint')}
        error={isLink(button.link) ? null : t('composer.badLink')}
      />
      <ImageField
        label={t('setting.buttons.icon', { number })}
        value={button.icon}
        isShown={isPicture(button.icon)}
        onChange={(icon) => set({ icon })}
      >
        <TextField
          label={t('setting.buttons.icon', { number })}
          type="url"
          placeholder="https://"
          value={button.icon}
          onChange={(icon) => set({ icon })}
          hint={t('setting.buttons.iconHint')}
          error={isPicture(button.icon) ? null : t('composer.badPicture')}
        />
      </ImageField>
      <div className="row">
        <CheckboxField isSelected={button.isDestructive} onChange={(isDestructive) => set({ isDestructive })}>
          {t('setting.buttons.destructive')}
        </CheckboxField>
        <CheckboxField isSelected={button.hasInput} onChange={(hasInput) => set({ hasInput })}>
          {t('setting.buttons.input')}
        </CheckboxField>
      </div>
      <TextField
        label={t('setting.buttons.id', { number })}
        value={button.id}
        onChange={(id) => set({ id })}
        error={isIdValid ? null : t('setting.buttons.badId')}
        isMonospace
      />
    </fieldset>
  );
};

const freeId = (buttons: readonly ButtonValue[]): string =>
  ['button-1', 'button-2', 'button-3'].find((id) => !buttons.some((button) => button.id === id)) ?? 'button';

/** An empty label is left out. */
const withLabel = (text: MessageText, id: string, label: string): MessageText => {
  const { [id]: _before, ...others } = text.buttonLabels;
  return { ...text, buttonLabels: label === '' ? others : { ...others, [id]: label } };
};

const renamed = (text: MessageText, from: string, to: string): MessageText =>
  withLabel(withLabel(text, from, ''), to, text.buttonLabels[from] ?? '');
