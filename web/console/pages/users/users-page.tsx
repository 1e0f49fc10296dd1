import { Contact, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { UsersDocument } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { defineList, List, useList } from '../../ui/list.js';
import { EmptyState, PageHeader } from '../../ui/page.js';
import { TextField } from '../../ui/text-field.js';
import { useAttributeText } from './attribute-values.js';
import { useUpsert } from './user-attributes.js';
import { ErasuresDialog } from './user-data.js';

const USERS = defineList({
  query: UsersDocument,
  pageOf: ({ users }) => users,
  filters: [
    { kind: 'search', name: 'user', label: 'users.search' },
    {
      kind: 'switch',
      name: 'exact',
      label: 'users.match',
      choices: ['users.match.prefix', 'users.match.exact'],
    },
  ],
  orders: {
    changed: { field: 'UPDATED_AT', direction: 'DESC' },
    name: { field: 'EXTERNAL_USER_ID', direction: 'ASC' },
  },
  toVariables: ({ user, exact }) => ({
    where: user === '' ? {} : exact === 'yes' ? { externalUserIds: [user] } : { externalUserIdStartsWith: user },
  }),
});

/** The most attributes that a line shows. */
const SHOWN = 3;

const UsersPage = () => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const textOf = useAttributeText();
  const [isCreating, setIsCreating] = useState(false);
  const [params, setParams] = useSearchParams();
  const showErasures = (isShown: boolean) =>
    setParams((before) => {
      if (isShown) before.set('erasures', '');
      else before.delete('erasures');
      return before;
    });
  const summaryOf = (attributes: Readonly<Record<string, unknown>>): string => {
    const entries = Object.entries(attributes);
    const rest = entries.length - SHOWN;
    return [
      ...entries.slice(0, SHOWN).map(([key, value]) => `${key}: ${textOf(value)}`),
      ...(rest > 0 ? [t('calendar.more', { count: rest })] : []),
    ].join(' · ');
  };
  return (
    <>
      <PageHeader
        title={t('nav.users')}
        lead={t('users.lead')}
        actions={
          <>
            <Button onPress={() => showErasures(true)}>{t('erasures.erasures')}</Button>
            {mayWrite && (
              <Button variant="primary" icon={Plus} onPress={() => setIsCreating(true)}>
                {t('users.new')}
              </Button>
            )}
          </>
        }
      />
      <List
        list={useList(USERS)}
        label={t('nav.users')}
        empty={
          <EmptyState
            icon={Contact}
            title={t('users.none')}
            text={t('users.none.text')}
            action={<LinkButton href="/devices">{t('nav.devices')}</LinkButton>}
          />
        }
        noneFound={<EmptyState title={t('users.none.narrowed')} text={t('users.none.narrowed.text')} />}
        columns={[
          {
            name: t('devices.user'),
            cell: ({ id, externalUserId }) => (
              <Link href={`/users/${id}`} className="cell-name">
                {externalUserId}
              </Link>
            ),
          },
          {
            name: t('attributes.attributes'),
            isMinor: true,
            cell: ({ attributes }) => <span className="cell-sentence">{summaryOf(attributes) || t('state.none')}</span>,
          },
          {
            name: t('nav.devices'),
            isNumber: true,
            cell: ({ devices: { nodes, pageInfo } }) =>
              pageInfo.hasNextPage ? t('users.manyDevices', { count: nodes.length }) : format.number(nodes.length),
          },
          {
            name: t('tags.updated'),
            isMinor: true,
            cell: ({ updatedAt }) => <time dateTime={updatedAt}>{format.relative(updatedAt)}</time>,
          },
        ]}
      />
      {isCreating && <NewUserDialog onClose={() => setIsCreating(false)} />}
      {params.has('erasures') && <ErasuresDialog onClose={() => showErasures(false)} />}
    </>
  );
};

export default UsersPage;

const NewUserDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const upsert = useUpsert();
  const form = useForm({
    initial: { externalUserId: '' },
    fields: ['externalUserId'],
    save: ({ externalUserId }) => upsert(externalUserId.trim(), {}),
    onSaved: ({ results: [result] }) => {
      if (result?.user) navigate(`/users/${result.user.id}`);
      else onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('users.new')} confirm={t('users.create')} onClose={onClose}>
      <TextField
        label={t('devices.user')}
        hint={t('users.id.hint')}
        {...form.text('externalUserId')}
        isRequired
        autoFocus
        autoComplete="off"
      />
    </FormDialog>
  );
};
