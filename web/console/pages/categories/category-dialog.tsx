import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import {
  CategoryCreateDocument,
  type CategoryKind,
  type CategoryLineFragment,
  CategoryUpdateDocument,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useLanguage, useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ComboField } from '../../ui/combo-field.js';
import { CheckboxField, ChoiceField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { TextField } from '../../ui/text-field.js';
import { LANGUAGE_CODES } from '../composer/languages.js';

const KINDS = ['MARKETING', 'SERVICE', 'TRANSACTIONAL'] as const satisfies CategoryKind[];

interface Texts {
  readonly language: string;
  readonly name: string;
  readonly description: string;
}

/** The names and descriptions of a category, one entry per language. */
const textsOf = (category: CategoryLineFragment | null, language: string): readonly Texts[] => {
  if (category === null) return [{ language, name: '', description: '' }];
  const { names, descriptions } = category;
  const languages = [...new Set([...names, ...descriptions].map((text) => text.language))];
  const textIn = (texts: typeof names, tag: string): string => texts.find((one) => one.language === tag)?.text ?? '';
  return languages.map((tag) => ({
    language: tag,
    name: textIn(names, tag),
    description: textIn(descriptions, tag),
  }));
};

export const CategoryDialog = ({
  category,
  onClose,
}: {
  readonly category: CategoryLineFragment | null;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const language = useLanguage();
  const [create] = useAction(CategoryCreateDocument, { quiet: true });
  const [update] = useAction(CategoryUpdateDocument, { quiet: true });
  const form = useForm({
    initial: {
      key: category?.key ?? '',
      texts: textsOf(category, language),
      kind: category?.kind ?? ('MARKETING' as CategoryKind),
      isOn: (category?.default ?? 'ON') === 'ON',
      androidChannel: category?.androidChannel ?? '',
      listed: category?.listed ?? true,
    },
    fields: ['key', 'names', 'androidChannel'],
    save: ({ key, texts, kind, isOn, androidChannel, listed }) => {
      const filled = (of: 'name' | 'description') =>
        texts.filter((one) => one[of].trim() !== '').map((one) => ({ language: one.language, text: one[of].trim() }));
      const input = {
        key: key.trim(),
        names: filled('name'),
        descriptions: filled('description'),
        kind,
        default: isOn ? ('ON' as const) : ('OFF' as const),
        androidChannel: androidChannel.trim() || null,
        listed,
      };
      return category === null ? create({ input, key: newKey() }) : update({ id: category.id, input });
    },
    onSaved: onClose,
  });
  const { texts, kind, isOn, listed } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(category === null ? 'categories.new' : 'categories.edit')}
      size="large"
      onClose={onClose}
    >
      <TextField
        label={t('categories.key')}
        hint={t('categories.key.hint')}
        {...form.text('key')}
        placeholder="offers"
        isRequired
        isMonospace
        autoFocus
        autoComplete="off"
      />
      <TextsFields texts={texts} onChange={(next) => form.change({ texts: next })} error={form.errorOf('names')} />
      <ChoiceField
        label={t('categories.kind')}
        value={kind}
        onChange={(next) => form.change({ kind: next })}
        choices={KINDS.map((id) => ({
          id,
          name: t(`categories.kind.${id}`),
          about: t(`categories.kind.about.${id}`),
        }))}
      />
      {kind !== 'TRANSACTIONAL' && (
        <ChoiceField
          label={t('categories.default')}
          look="segments"
          value={isOn ? 'ON' : 'OFF'}
          onChange={(id) => form.change({ isOn: id === 'ON' })}
          choices={[
            { id: 'ON', name: t('categories.default.ON') },
            { id: 'OFF', name: t('categories.default.OFF') },
          ]}
        />
      )}
      <TextField
        label={t('categories.channel')}
        hint={t('categories.channel.hint')}
        {...form.text('androidChannel')}
        isMonospace
        autoComplete="off"
      />
      <CheckboxField
        isSelected={listed}
        onChange={(next) => form.change({ listed: next })}
        hint={t('categories.listed.hint')}
      >
        {t('categories.listed')}
      </CheckboxField>
    </FormDialog>
  );
};

const TextsFields = ({
  texts,
  onChange,
  error,
}: {
  readonly texts: readonly Texts[];
  readonly onChange: (texts: readonly Texts[]) => void;
  readonly error: string | null;
}) => {
  const { t, format } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const free = LANGUAGE_CODES.filter((tag) => !texts.some(({ language }) => language === tag));
  const set = (index: number, change: Partial<Texts>) =>
    onChange(texts.map((one, at) => (at === index ? { ...one, ...change } : one)));
  const add = (language: string) => {
    setIsAdding(false);
    onChange([...texts, { language, name: '', description: '' }]);
  };
  return (
    <div className="stack">
      {texts.map(({ language, name, description }, index) => (
        <fieldset key={language} className="button-fields stack">
          <legend className="visually-hidden">{format.language(language)}</legend>
          <div className="list-row-head">
            <strong aria-hidden>{format.language(language)}</strong>
            {texts.length > 1 && (
              <IconButton
                size="small"
                label={t('action.remove', { name: format.language(language) })}
                icon={X}
                onPress={() => onChange(texts.toSpliced(index, 1))}
              />
            )}
          </div>
          <TextField
            label={t('categories.name', { language: format.language(language) })}
            value={name}
            onChange={(next) => set(index, { name: next })}
            lang={language}
            error={index === 0 ? error : null}
            isRequired={index === 0}
          />
          <TextField
            label={t('categories.description', { language: format.language(language) })}
            value={description}
            onChange={(next) => set(index, { description: next })}
            lang={language}
            rows={2}
          />
        </fieldset>
      ))}
      {isAdding ? (
        <ComboField
          label={t('categories.addLanguage')}
          options={free.map((id) => ({ id, name: format.language(id) }))}
          value={null}
          onChange={add}
        />
      ) : (
        <div>
          <Button size="small" icon={Plus} onPress={() => setIsAdding(true)}>
            {t('categories.addLanguage')}
          </Button>
        </div>
      )}
    </div>
  );
};
