import { useTranslation } from '../../../i18n/i18n.js';
import { ChoiceField } from '../../../ui/fields.js';

const CHOICES = ['DEFAULT', 'ABORT'] as const;

/** What happens to people for whom a value of the message is not known. */
export const MissingField = ({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) => {
  const { t } = useTranslation();
  return (
    <ChoiceField
      label={t('setting.missing')}
      value={value === 'ABORT' ? 'ABORT' : 'DEFAULT'}
      choices={CHOICES.map((id) => ({ id, name: t(`setting.missing.${id}`), about: t(`setting.missing.${id}.about`) }))}
      onChange={(next) => onChange(next === 'ABORT' ? next : null)}
    />
  );
};
