import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { useWords } from '../../i18n/i18n.js';
import { useDebounced } from '../../ui/debounce.js';
import { ProgressBar } from '../../ui/page.js';
import { TextField, type TextFieldProps } from '../../ui/text-field.js';
import { isLink, isPicture } from './addresses.js';
import { countCharacters, measure, type Provider, TEXT_MAX, TEXT_SHOWN, TITLE_MAX, TITLE_SHOWN } from './limits.js';
import { TYPING_MS } from './preview.js';
import type { MessageText } from './state.js';

/** The fields of one language of a message. */
export const TextFields = ({
  text,
  onChange,
}: {
  readonly text: MessageText;
  readonly onChange: (text: MessageText) => void;
}) => {
  const { t } = useWords();
  const field = (name: keyof MessageText) => ({
    value: text[name],
    onChange: (value: string) => onChange({ ...text, [name]: value }),
  });
  const words = (name: 'title' | 'text') => ({ ...field(name), lang: text.language });
  return (
    <>
      <TextField
        label={t('composer.title')}
        {...words('title')}
        aside={<Count text={text.title} max={TITLE_MAX} />}
        error={countCharacters(text.title) > TITLE_MAX ? t('composer.tooLong', { max: TITLE_MAX }) : null}
        hint={countCharacters(text.title) > TITLE_SHOWN ? t('composer.titleCut', { max: TITLE_SHOWN }) : undefined}
        isRequired
      />
      <TextField
        label={t('composer.text')}
        {...words('text')}
        rows={4}
        aside={<Count text={text.text} max={TEXT_MAX} />}
        error={countCharacters(text.text) > TEXT_MAX ? t('composer.tooLong', { max: TEXT_MAX }) : null}
        hint={countCharacters(text.text) > TEXT_SHOWN ? t('composer.textCut', { max: TEXT_SHOWN }) : undefined}
        isRequired
      />
      <AddressField
        label={t('composer.link')}
        {...field('link')}
        isValid={isLink}
        complaint={t('composer.badLink')}
        hint={t('composer.linkHint')}
      />
      <Disclosure className="disclosure" defaultExpanded={text.image !== '' || text.icon !== ''}>
        <Heading level={3}>
          <AriaButton slot="trigger" className="button" data-variant="quiet" data-size="small">
            {t('composer.pictures')}
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          <div className="stack disclosure-panel">
            <AddressField
              label={t('composer.image')}
              {...field('image')}
              isValid={isPicture}
              complaint={t('composer.badPicture')}
              hint={t('composer.imageHint')}
            />
            <AddressField
              label={t('composer.icon')}
              {...field('icon')}
              isValid={isPicture}
              complaint={t('composer.badPicture')}
              hint={t('composer.iconHint')}
            />
          </div>
        </DisclosurePanel>
      </Disclosure>
    </>
  );
};

/** Complains while one edits, once typing pauses: an address that is half typed is not wrong yet. */
const AddressField = ({
  isValid,
  complaint,
  ...props
}: Pick<TextFieldProps, 'label' | 'hint' | 'value' | 'onChange'> & {
  readonly isValid: (address: string) => boolean;
  readonly complaint: string;
}) => {
  const settled = useDebounced(props.value, TYPING_MS);
  const isWrong = settled === props.value && !isValid(settled);
  return <TextField {...props} type="url" placeholder="https://" error={isWrong ? complaint : null} />;
};

const Count = ({ text, max }: { readonly text: string; readonly max: number }) => {
  const { t, format } = useWords();
  const count = countCharacters(text);
  return (
    <span className="field-hint numbers" data-bad={count > max || undefined}>
      {t('composer.count', { count: format.number(count), max: format.number(max) })}
    </span>
  );
};

/** How full each provider's message is. */
export const Sizes = ({ text, providers }: { readonly text: MessageText; readonly providers: readonly Provider[] }) => {
  const { t, format } = useWords();
  return (
    <ul className="sizes" aria-label={t('composer.sizes')}>
      {measure(text, providers).map(({ provider, bytes, max }) => (
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
