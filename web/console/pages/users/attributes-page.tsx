import { Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { AttributeDefineDocument, AttributeDefinitionsDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { CheckboxField, SelectField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { defineList, List, useList } from '../../ui/list.js';
import { Badge, EmptyState } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { SettingsHeader } from '../settings/settings-header.js';
import { ATTRIBUTE_TYPES } from './attribute-values.js';
import type { Definition } from './definitions.js';

const ATTRIBUTES = defineList({
  query: AttributeDefinitionsDocument,
  pageOf: ({ attributeDefinitions }) => attributeDefinitions,
  orders: { name: { field: 'KEY', direction: 'ASC' }, newest: { field: 'CREATED_AT', direction: 'DESC' } },
});

/** The attributes that users and devices can have. */
const AttributesPage = () => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const [edited, setEdited] = useState<Definition | 'new' | null>(null);
  return (
    <>
      <SettingsHeader />
      <List
        list={useList(ATTRIBUTES)}
        label={t('attributes.attributes')}
        card={{
          title: t('attributes.attributes'),
          lead: t('attributes.lead'),
          aside: mayWrite && (
            <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
              {t('attributes.new')}
            </Button>
          ),
        }}
        empty={<EmptyState icon={SlidersHorizontal} title={t('attributes.none')} text={t('attributes.none.text')} />}
        columns={[
          { name: t('attributes.key'), cell: ({ key }) => <code className="cell-name">{key}</code> },
          { name: t('attributes.type'), cell: ({ type }) => t(`attributes.type.${type}`) },
          {
            name: t('attributes.writable'),
            isMinor: true,
            cell: ({ writableByDevice }) =>
              writableByDevice ? (
                <Badge tone="accent">{t('attributes.writable.yes')}</Badge>
              ) : (
                <Badge>{t('attributes.writable.no')}</Badge>
              ),
          },
          { name: t('attributes.since'), isMinor: true, cell: ({ createdAt }) => format.date(createdAt) },
        ]}
        actions={(definition) =>
          mayWrite && (
            <Button
              size="small"
              variant="quiet"
              aria-label={t('attributes.editKey', { key: definition.key })}
              onPress={() => setEdited(definition)}
            >
              {t('tags.edit')}
            </Button>
          )
        }
      />
      {edited !== null && (
        <DefinitionDialog definition={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
};

export default AttributesPage;

const DefinitionDialog = ({
  definition,
  onClose,
}: {
  readonly definition: Definition | null;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [define] = useAction(AttributeDefineDocument, { quiet: true });
  const form = useForm({
    initial: {
      key: definition?.key ?? '',
      type: definition?.type ?? ('STRING' as const),
      writableByDevice: definition?.writableByDevice ?? false,
    },
    fields: ['key', 'type'],
    save: ({ key, type, writableByDevice }) => define({ input: { key: key.trim(), type, writableByDevice } }),
    onSaved: onClose,
  });
  const { type, writableByDevice } = form.values;
  return (
    <FormDialog
      form={form}
      title={definition === null ? t('attributes.new') : t('attributes.editKey', { key: definition.key })}
      onClose={onClose}
    >
      {definition === null && (
        <TextField
          label={t('attributes.key')}
          hint={t('attributes.key.hint')}
          {...form.text('key')}
          placeholder="plan"
          isRequired
          isMonospace
          autoFocus
          autoComplete="off"
        />
      )}
      <SelectField
        label={t('attributes.type')}
        hint={definition === null ? undefined : t('attributes.type.fixed')}
        value={type}
        options={ATTRIBUTE_TYPES.map((id) => ({
          id,
          name: t(`attributes.type.${id}`),
          about: t(`attributes.example.${id}`),
        }))}
        onChange={(next) => form.change({ type: next })}
        error={form.errorOf('type')}
      />
      <CheckboxField
        isSelected={writableByDevice}
        onChange={(isOn) => form.change({ writableByDevice: isOn })}
        hint={t('attributes.writable.hint')}
      >
        {t('attributes.writable')}
      </CheckboxField>
    </FormDialog>
  );
};
