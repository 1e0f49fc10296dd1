import { useMemo } from 'react';
import { MessageCategoriesDocument, type MessageCategoriesQuery } from '../../../graph/generated/graphql.js';
import { usePageQuery } from '../../../graph/hooks.js';
import { useLanguage, useTranslation } from '../../../i18n/i18n.js';
import { SelectField } from '../../../ui/fields.js';

type Category = MessageCategoriesQuery['categories']['nodes'][number];

const NONE = 'none';

/** The categories of the account, and the name of each in the language of the page. */
export const useCategories = () => {
  const language = useLanguage();
  const { t } = useTranslation();
  const { data } = usePageQuery(MessageCategoriesDocument, {});
  const categories = data?.categories.nodes ?? [];
  const nameOf = (id: string | null): string => {
    if (id === null) return t('category.none');
    const { names = [], key = '' } = categories.find((category) => category.id === id) ?? {};
    return (names.find((name) => name.language.split('-')[0] === language) ?? names[0])?.text ?? key;
  };
  const ids = useMemo(() => (data ? new Set(data.categories.nodes.map(({ id }) => id)) : null), [data]);
  return { categories, ids, nameOf };
};

/** The category of a message, and what people can do about its messages. */
export const CategoryField = ({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) => {
  const { t } = useTranslation();
  const { categories, ids, nameOf } = useCategories();
  const chosen = categories.find(({ id }) => id === value);
  const about = ({ kind, listed }: Category): string =>
    t(listed || kind === 'TRANSACTIONAL' ? `category.kind.${kind}` : `category.unlisted.${kind}`);
  return (
    <SelectField
      label={t('category.label')}
      value={value ?? NONE}
      error={value !== null && ids?.has(value) === false ? t('category.gone') : null}
      options={[
        { id: NONE, name: t('category.none'), about: t('category.none.about') },
        ...categories.map((category) => ({ id: category.id, name: nameOf(category.id), about: about(category) })),
      ]}
      onChange={(id) => onChange(id === NONE ? null : id)}
      hint={chosen ? about(chosen) : t('category.none.about')}
    />
  );
};
