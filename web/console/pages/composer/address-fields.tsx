import { useTranslation } from '../../i18n/i18n.js';
import { TYPING_MS, useDebounced } from '../../ui/debounce.js';
import { isPicture } from './addresses.js';
import { ImageField } from './image-field.js';
import { WritingField, type WritingFieldProps } from './personal/writing-field.js';

/** Checks the address once typing pauses, because an incomplete address is not wrong yet. */
export const AddressField = ({
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
export const PictureField = ({
  isValid,
  ...props
}: AddressProps & { readonly isValid: (address: string) => boolean }) => {
  const { t } = useTranslation();
  return (
    <ImageField {...props} isShown={isPicture(props.value)}>
      <AddressField {...props} isValid={isValid} complaint={t('composer.badPicture')} />
    </ImageField>
  );
};
