import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  ApiKeyCreateDocument,
  ApiKeyRevokeDocument,
  ApiKeyRotateDocument,
  ApiKeysDocument,
  type KeyLineFragment,
  type Scope,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { CheckboxField, SelectField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { defineList, List, useList } from '../../ui/list.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, EmptyState } from '../../ui/page.js';
import { type Overlap, OverlapField, SecretDialog, toOverlap } from '../../ui/secret-dialog.js';
import { TextField } from '../../ui/text-field.js';
import { ForAdmins } from './settings-header.js';

const SCOPES = ['READ', 'DRAFT', 'WRITE', 'SEND'] as const;

const KEYS = defineList({
  query: ApiKeysDocument,
  pageOf: ({ viewer }) => viewer.apiKeys,
  filters: [
    { kind: 'switch', name: 'ended', label: 'settings.keys', choices: ['settings.keys.active', 'settings.keys.ended'] },
  ],
  toVariables: ({ ended }) => ({ active: ended !== 'yes' }),
});

const KeysPage = () => (
  <ForAdmins>
    <Keys />
  </ForAdmins>
);

export default KeysPage;

const Keys = () => {
  const { t, format } = useTranslation();
  const list = useList(KEYS);
  const [now] = useState(Date.now);
  const [isCreating, setIsCreating] = useState(false);
  const [rotated, setRotated] = useState<KeyLineFragment | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoke] = useAction(ApiKeyRevokeDocument);
  const { ask, dialog } = useConfirm();
  const confirmRevoke = (key: KeyLineFragment) =>
    ask({
      title: t('settings.keys.revoke.title', { name: nameOf(key) }),
      text: t('settings.keys.revoke.text'),
      confirm: t('settings.keys.revoke'),
      isDangerous: true,
      onConfirm: () => revoke({ id: key.id }),
    });
  const showSecret = (made: string) => {
    setIsCreating(false);
    setRotated(null);
    setSecret(made);
  };
  const isOver = ({ revokedAt, expiresAt }: KeyLineFragment) =>
    Boolean(revokedAt) || (Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= now);
  return (
    <>
      <List
        list={list}
        label={t('settings.keys')}
        card={{
          title: t('settings.keys'),
          lead: t('settings.keys.lead'),
          aside: (
            <Button variant="primary" icon={Plus} onPress={() => setIsCreating(true)}>
              {t('settings.keys.new')}
            </Button>
          ),
        }}
        lines={4}
        empty={
          <EmptyState
            icon={KeyRound}
            title={t(list.values.ended === 'yes' ? 'settings.keys.noneEnded' : 'settings.keys.none')}
            text={t('settings.keys.none.text')}
          />
        }
        columns={[
          {
            name: t('settings.keys.name'),
            cell: (key) => (
              <div className="cell-main">
                <span className="row">
                  <span className="cell-name">{key.name ?? t('settings.keys.nameless')}</span>
                  {key.revokedAt ? (
                    <Badge>{t('settings.keys.revoked')}</Badge>
                  ) : (
                    isOver(key) && <Badge>{t('settings.keys.expired')}</Badge>
                  )}
                </span>
                <code className="cell-about">{key.prefix}…</code>
              </div>
            ),
          },
          {
            name: t('settings.keys.scopes'),
            cell: ({ scopes }) => scopes.map((scope) => t(`settings.scope.${scope}`)).join(', '),
          },
          { name: t('settings.keys.maker'), isMinor: true, cell: (key) => <Maker apiKey={key} /> },
          { name: t('apps.createdAt'), isMinor: true, cell: ({ createdAt }) => format.date(createdAt) },
          {
            name: t('settings.keys.expires'),
            isMinor: true,
            cell: ({ expiresAt }) => (expiresAt ? format.dateTime(expiresAt) : t('state.never')),
          },
        ]}
        actions={(key) =>
          !isOver(key) && (
            <ActionMenu
              label={t('tags.actionsOf', { name: nameOf(key) })}
              actions={[
                { name: t('settings.keys.rotate'), onAction: () => setRotated(key) },
                {
                  name: t('settings.keys.revoke'),
                  isDangerous: true,
                  onAction: () => confirmRevoke(key),
                },
              ]}
            />
          )
        }
      />
      {isCreating && <CreateDialog onClose={() => setIsCreating(false)} onCreated={showSecret} />}
      {rotated !== null && <RotateDialog apiKey={rotated} onClose={() => setRotated(null)} onRotated={showSecret} />}
      <SecretDialog
        title={t('settings.keys.secret')}
        text={t('settings.keys.secret.text')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
      {dialog}
    </>
  );
};

const nameOf = (key: KeyLineFragment): string => key.name ?? key.prefix;

const Maker = ({ apiKey: { createdBy } }: { readonly apiKey: KeyLineFragment }) => {
  const { t } = useTranslation();
  if (!createdBy) return t('settings.keys.maker.operator');
  const { name, member, apiKey } = createdBy;
  if (apiKey) return t('settings.keys.maker.key', { name });
  return (
    <span className="row">
      {name}
      {!member && <Badge tone="warn">{t('settings.keys.maker.removed')}</Badge>}
    </span>
  );
};

const LIFETIMES = ['never', '30', '90', '365'] as const;
type Lifetime = (typeof LIFETIMES)[number];
const DAY_MS = 86_400_000;

const CreateDialog = ({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}) => {
  const { t } = useTranslation();
  const [create] = useAction(ApiKeyCreateDocument, { quiet: true });
  const form = useForm({
    initial: { name: '', scopes: ['READ'] as readonly Scope[], lifetime: 'never' as Lifetime },
    save: ({ name, scopes, lifetime }) => {
      const expiresAt = new Date(Date.now() + Number(lifetime) * DAY_MS);
      const expiry = lifetime === 'never' ? {} : { expiresAt: expiresAt.toISOString() };
      return create({ input: { name: name.trim() || null, scopes: [...scopes], ...expiry }, key: newKey() });
    },
    onSaved: ({ secret }) => secret && onCreated(secret),
  });
  const { scopes } = form.values;
  return (
    <FormDialog
      form={form}
      title={t('settings.keys.new')}
      confirm={t('settings.keys.create')}
      isIncomplete={scopes.length === 0}
      onClose={onClose}
    >
      <TextField
        label={t('settings.keys.name')}
        hint={t('settings.keys.name.hint')}
        {...form.text('name')}
        autoFocus
        autoComplete="off"
      />
      <fieldset className="field">
        <legend className="field-label">{t('settings.keys.scopes')}</legend>
        {SCOPES.map((scope) => (
          <CheckboxField
            key={scope}
            isSelected={scopes.includes(scope)}
            onChange={(isOn) =>
              form.change({ scopes: SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))) })
            }
            hint={t(`settings.scope.about.${scope}`)}
          >
            {t(`settings.scope.${scope}`)}
          </CheckboxField>
        ))}
      </fieldset>
      <SelectField
        label={t('settings.keys.expires')}
        value={form.values.lifetime}
        options={LIFETIMES.map((id) => ({
          id,
          name: id === 'never' ? t('state.never') : t('settings.keys.inDays', { days: id }),
        }))}
        onChange={(lifetime) => form.change({ lifetime })}
      />
    </FormDialog>
  );
};

const RotateDialog = ({
  apiKey,
  onClose,
  onRotated,
}: {
  readonly apiKey: KeyLineFragment;
  readonly onClose: () => void;
  readonly onRotated: (secret: string) => void;
}) => {
  const { t } = useTranslation();
  const [rotate] = useAction(ApiKeyRotateDocument, { quiet: true });
  const form = useForm({
    initial: { overlap: '1d' as Overlap },
    save: ({ overlap }) => rotate({ id: apiKey.id, overlap: toOverlap(overlap), key: newKey() }),
    onSaved: ({ secret }) => secret && onRotated(secret),
  });
  return (
    <FormDialog
      form={form}
      title={t('settings.keys.rotate.title', { name: nameOf(apiKey) })}
      confirm={t('settings.keys.rotate')}
      size="small"
      onClose={onClose}
    >
      <p className="dialog-text">{t('settings.keys.rotate.text')}</p>
      <OverlapField value={form.values.overlap} onChange={(overlap) => form.change({ overlap })} />
    </FormDialog>
  );
};
