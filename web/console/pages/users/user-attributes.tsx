import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { UsersUpsertDocument } from '../../graph/generated/graphql.js';
import { type Answer, type UserErrorOfAnswer, useAction, userErrorText } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import type { Translate } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { SelectField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { Card, EmptyState } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';
import { ATTRIBUTE_TYPES, editValue, toAttributeValue, useAttributeText } from './attribute-values.js';
import { type Definition, useAttributeDefinitions } from './definitions.js';
import { ValueField } from './value-field.js';

interface Person {
  readonly externalUserId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Creates a user or changes some attributes of one; null removes an attribute. Errors name the field of the form. */
export const useUpsert = () => {
  const { t } = useTranslation();
  const [upsert] = useAction(UsersUpsertDocument, { quiet: true });
  return async (externalUserId: string, attributes: Readonly<Record<string, unknown>>) => {
    const answer = await upsert({
      input: { users: [{ externalUserId, attributes: { ...attributes } }] },
      key: newKey(),
    });
    if (!answer.ok) return answer;
    const [result] = answer.data.results;
    const errors = (result?.userErrors ?? []).map((error) => toFieldError(t, error));
    const refused: Answer<typeof answer.data> = { ok: false, errors };
    return errors.length > 0 ? refused : answer;
  };
};

/** An error about an attribute belongs to the field of the value. */
const toFieldError = (t: Translate, error: UserErrorOfAnswer): UserErrorOfAnswer => {
  const isAbout = error.field?.includes('attributes') ?? false;
  const field = isAbout ? ['attributes'] : error.field;
  return { ...error, field: isAbout ? ['value'] : field, message: userErrorText(t, { ...error, field }) };
};

/** The attributes of a user, each of which can be changed and removed. */
export const UserAttributes = ({ person }: { readonly person: Person }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const definitions = useAttributeDefinitions();
  const textOf = useAttributeText();
  const upsert = useUpsert();
  const { ask, dialog } = useConfirm();
  const [edited, setEdited] = useState<string | 'new' | null>(null);
  const rows = Object.entries(person.attributes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const typeOf = (key: string) => definitions.find((one) => one.key === key)?.type;
  const confirmRemove = (key: string) =>
    ask({
      title: t('attributes.remove.title', { key }),
      text: t('attributes.remove.text'),
      confirm: t('attributes.remove'),
      isDangerous: true,
      onConfirm: async () => {
        const answer = await upsert(person.externalUserId, { [key]: null });
        if (!answer.ok) for (const { message } of answer.errors) showToast({ kind: 'bad', text: message });
      },
    });
  return (
    <Card
      title={t('attributes.attributes')}
      lead={t('users.attributes.lead')}
      isFlush
      aside={
        mayWrite && (
          <Button size="small" icon={Plus} onPress={() => setEdited('new')}>
            {t('users.attributes.add')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={t('users.attributes.none')} text={t('users.attributes.none.text')} />
      ) : (
        <Table
          label={t('attributes.attributes')}
          rows={rows}
          keyOf={([key]) => key}
          columns={[
            { name: t('attributes.key'), cell: ([key]) => <code className="cell-name">{key}</code> },
            {
              name: t('segments.value'),
              cell: ([, value]) => (
                <span className="cell-sentence" dir="auto">
                  {textOf(value)}
                </span>
              ),
            },
            {
              name: t('attributes.type'),
              isMinor: true,
              cell: ([key, value]) => t(`attributes.type.${typeOf(key) ?? editValue(value).type}`),
            },
          ]}
          actions={([key]) =>
            mayWrite && (
              <ActionMenu
                label={t('tags.actionsOf', { name: key })}
                actions={[
                  { name: t('tags.edit'), icon: Pencil, onAction: () => setEdited(key) },
                  {
                    name: t('attributes.remove'),
                    icon: Trash2,
                    isDangerous: true,
                    onAction: () => confirmRemove(key),
                  },
                ]}
              />
            )
          }
        />
      )}
      {edited !== null && (
        <AttributeDialog
          person={person}
          name={edited === 'new' ? null : edited}
          definitions={definitions}
          onClose={() => setEdited(null)}
        />
      )}
      {dialog}
    </Card>
  );
};

/** Equals `ATTRIBUTE_KEY` of the service. */
const KEY = /^[a-z][a-z0-9_]{0,39}$/;

const AttributeDialog = ({
  person,
  name,
  definitions,
  onClose,
}: {
  readonly person: Person;
  /** The key of an existing attribute. Null adds one. */
  readonly name: string | null;
  readonly definitions: readonly Definition[];
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const upsert = useUpsert();
  const definitionOf = (key: string) => definitions.find((one) => one.key === key);
  const form = useForm({
    initial: {
      key: name ?? '',
      value: editValue(person.attributes[name ?? ''], definitionOf(name ?? '')?.type),
    },
    fields: ['value'],
    save: async ({ key, value }) => upsert(person.externalUserId, { [key.trim()]: toAttributeValue(value) }),
    onSaved: onClose,
  });
  const { key, value } = form.values;
  const known = definitionOf(key.trim());
  const typed = known ? { ...value, type: known.type } : value;
  const free = definitions.filter((one) => !(one.key in person.attributes));
  return (
    <FormDialog
      form={form}
      title={name === null ? t('users.attributes.add') : t('users.attributes.edit', { key: name })}
      isIncomplete={!KEY.test(key.trim()) || toAttributeValue(typed) === null}
      onClose={onClose}
    >
      {name === null && (
        <TextField
          label={t('attributes.key')}
          hint={
            free.length > 0
              ? t('users.attributes.known', {
                  keys: free
                    .slice(0, 8)
                    .map((one) => one.key)
                    .join(', '),
                })
              : t('attributes.key.hint')
          }
          value={key}
          onChange={(next) => {
            const type = definitionOf(next.trim())?.type;
            form.change({ key: next, ...(type ? { value: { ...value, type } } : {}) });
          }}
          error={key.trim() === '' || KEY.test(key.trim()) ? null : t('attributes.key.hint')}
          placeholder="plan"
          isRequired
          isMonospace
          autoFocus
          autoComplete="off"
        />
      )}
      {name === null && known === undefined && key.trim() !== '' && (
        <SelectField
          label={t('attributes.type')}
          hint={t('users.attributes.newKey')}
          value={value.type}
          options={ATTRIBUTE_TYPES.map((id) => ({ id, name: t(`attributes.type.${id}`) }))}
          onChange={(type) => form.change({ value: { ...value, type } })}
        />
      )}
      <ValueField value={typed} error={form.errorOf('value')} onChange={(next) => form.change({ value: next })} />
    </FormDialog>
  );
};
