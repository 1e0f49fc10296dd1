import { AppChoicesDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { SelectField } from '../../ui/fields.js';

const ALL_APPS = 'all';

/** Selects one application; an empty value stands for all. */
export const AppFilter = ({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (app: string) => void;
}) => {
  const { t } = useTranslation();
  const { data } = usePageQuery(AppChoicesDocument, {});
  return (
    <SelectField
      label={t('devices.app')}
      isLabelHidden
      value={value === '' ? ALL_APPS : value}
      options={[
        { id: ALL_APPS, name: t('devices.app.all') },
        ...(data?.apps.nodes ?? []).map(({ id, name, pushProvider }) => ({
          id,
          name,
          about: t(`provider.${pushProvider}`),
        })),
      ]}
      onChange={(id) => onChange(id === ALL_APPS ? '' : id)}
    />
  );
};
