import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { useTranslation } from '../../i18n/i18n.js';
import { TYPING_MS, useDebounced } from '../../ui/debounce.js';
import { ProgressBar } from '../../ui/page.js';
import { isLinkTemplate, isPicture, isPictureTemplate } from './addresses.js';
import { SUBTITLE_CARRIED_BY } from './fields/field-list.js';
import { platformNote } from './fields/settings-form.js';
import { ImageField } from './image-field.js';
import {
  countFixed,
  measure,
  type Provider,
  type Size,
  TEXT_MAX,
  TEXT_SHOWN,
  TITLE_MAX,
  TITLE_SHOWN,
} from './limits.js';
import { isTemplate } from './personal/template-text.js';
import { WritingField, type WritingFieldProps } from './personal/writing-field.js';
import type { MessageText } from './state.js';

export const TextFields = ({
  text,
  onChange,
  providers,
}: {
  readonly text: MessageText;
  readonly onChange: (text: MessageText) => void;
  readonly providers: readonly Provider[];
}) => {
  const words = useTranslation();
  const { t } = words;
  const field = (name: Exclude<keyof MessageText, 'buttonLabels'>) => ({
    field: name,
    translation: text.language,
    value: text[name],
    onChange: (value: string) => onChange({ ...text, [name]: value }),
  });
  const spoken = (name: 'title' | 'subtitle' | 'text') => ({ ...field(name), lang: text.language });
  return (
    <>
      <WritingField
        hasEmoji
        label={t('composer.title')}
        {...spoken('title')}
        aside={<Count text={text.title} max={TITLE_MAX} />}
        error={countFixed(text.title) > TITLE_MAX ? t('composer.tooLong', { max: TITLE_MAX }) : null}
        hint={countFixed(text.title) > TITLE_SHOWN ? t('composer.titleCut', { max: TITLE_SHOWN }) : undefined}
        isRequired
      />
      <WritingField
        hasEmoji
        label={t('composer.text')}
        {...spoken('text')}
        rows={4}
        aside={<Count text={text.text} max={TEXT_MAX} />}
        error={countFixed(text.text) > TEXT_MAX ? t('composer.tooLong', { max: TEXT_MAX }) : null}
        hint={countFixed(text.text) > TEXT_SHOWN ? t('composer.textCut', { max: TEXT_SHOWN }) : undefined}
        isRequired
      />
      <AddressField
        label={t('composer.link')}
        {...field('link')}
        isValid={isLinkTemplate}
        complaint={t('composer.badLink')}
        hint={t('composer.linkHint')}
      />
      <Disclosure className="disclosure" defaultExpanded={[text.subtitle, text.image, text.icon].some(Boolean)}>
        <Heading level={3}>
          <AriaButton slot="trigger" className="button" data-variant="quiet" data-size="small">
            {t('composer.pictures')}
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          <div className="stack disclosure-panel">
            <WritingField
              hasEmoji
              label={t('composer.subtitle')}
              {...spoken('subtitle')}
              error={countFixed(text.subtitle) > TITLE_MAX ? t('composer.tooLong', { max: TITLE_MAX }) : null}
              hint={
                <>
                  {t('composer.subtitleHint')}
                  <span className="platform-note">{platformNote(SUBTITLE_CARRIED_BY, providers, words)}</span>
                </>
              }
            />
            <PictureField
              label={t('composer.image')}
              {...field('image')}
              isValid={isPictureTemplate}
              hint={t('composer.imageHint')}
            />
            <PictureField
              label={t('composer.icon')}
              {...field('icon')}
              isValid={isPicture}
              hint={t('composer.iconHint')}
            />
          </div>
        </DisclosurePanel>
      </Disclosure>
    </>
  );
};

const Count = ({ text, max }: { readonly text: string; readonly max: number }) => {
  const { t, format } = useTranslation();
  const count = countFixed(text);
  return (
    <span className="field-hint numbers" data-bad={count > max || undefined}>
      {t(countKey(text), { count: format.number(count), max: format.number(max) })}
    </span>
  );
};

/** A text with conditions has no certain length at all. */
const countKey = (text: string) => {
  if (text.includes('{%')) return 'composer.countOpen';
  return isTemplate(text) ? 'composer.countFixed' : 'composer.count';
};

/** The size of the message for each provider. */
export const Sizes = ({
  text,
  providers,
  exact,
}: {
  readonly text: MessageText;
  readonly providers: readonly Provider[];
  /** The sizes that the service counted, which replace the estimates. */
  readonly exact: readonly Size[];
}) => {
  const { t, format } = useTranslation();
  const sizes = measure(text, providers).map(
    (estimate) => exact.find(({ provider }) => provider === estimate.provider) ?? estimate,
  );
  return (
    <ul className="sizes" aria-label={t('composer.sizes')}>
      {sizes.map(({ provider, bytes, max }) => (
        <li key={provider}>
          <span className="sizes-line">
            <span>{t(`provider.${provider}`)}</span>
            <span className="numbers" data-bad={bytes > max || undefined}>
              {t('composer.bytes', { bytes: format.number(bytes), max: format.number(max) })}
            </span>
          </span>
          <ProgressBar
            label={t('composer.sizeOf', { provider: t(`provider.${provider}`) })}
            share={bytes / max}
            tone={bytes > max ? 'bad' : bytes > max * 0.85 ? 'warn' : 'accent'}
          />
        </li>
      ))}
    </ul>
  );
};

/** Checks the address once typing pauses, because an incomplete address is not wrong yet. */
const AddressField = ({
  isValid,
  complaint,
  ...props
}: AddressProps & {
  readonly isValid: (address: string) => boolean;
  readonly complaint: string;
}) => {
  const settled = useDebounced(props.value, TYPING_MS);
  const isWrong = settled === props.value && !isValid(settled);
  return <WritingField {...props} type="url" placeholder="https://" error={isWrong ? complaint : null} />;
};

type AddressProps = Pick<WritingFieldProps, 'label' | 'hint' | 'value' | 'onChange' | 'field' | 'translation'>;

/** The address of an image, with its upload. */
const PictureField = ({ isValid, ...props }: AddressProps & { readonly isValid: (address: string) => boolean }) => {
  const { t } = useTranslation();
  return (
    <ImageField {...props} isShown={isPicture(props.value)}>
      <AddressField {...props} isValid={isValid} complaint={t('composer.badPicture')} />
    </ImageField>
  );
};
