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
import { type UserErrorOfAnswer, useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { CheckboxField, ChoiceField, SelectField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, Banner, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { type Overlap, OverlapField, SecretDialog, toOverlap } from '../../ui/secret-dialog.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { ForAdmins } from './settings-header.js';

const SCOPES = ['READ', 'WRITE', 'SEND'] as const;
const PAGE_SIZE = 25;

const KeysPage = () => (
  <ForAdmins>
    <Keys />
  </ForAdmins>
);

export default KeysPage;

const Keys = () => {
  const { t } = useWords();
  const {
    filters: { ended },
    change,
    cursor,
  } = useListAddress(['ended']);
  const { data, error, isLoading, refresh } = usePageQuery(ApiKeysDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
    active: ended !== 'yes',
  });
  const [isCreating, setIsCreating] = useState(false);
  const [rotated, setRotated] = useState<KeyLineFragment | null>(null);
  const [doomed, setDoomed] = useState<KeyLineFragment | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoke] = useAction(ApiKeyRevokeDocument);
  const keys = data?.viewer.apiKeys;
  return (
    <>
      <div className="toolbar">
        <ChoiceField
          label={t('settings.keys')}
          isLabelHidden
          look="segments"
          value={ended === 'yes' ? 'yes' : 'no'}
          choices={[
            { id: 'no', name: t('settings.keys.active') },
            { id: 'yes', name: t('settings.keys.ended') },
          ]}
          onChange={(next) => change({ ended: next === 'yes' ? 'yes' : '' })}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card
        title={t('settings.keys')}
        lead={t('settings.keys.lead')}
        isFlush
        aside={
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setIsCreating(true)}>
            {t('settings.keys.new')}
          </Button>
        }
      >
        {isLoading && <Skeleton lines={4} />}
        {keys?.nodes.length === 0 && (
          <EmptyState
            icon={<KeyRound size={22} aria-hidden />}
            title={t(ended === 'yes' ? 'settings.keys.noneEnded' : 'settings.keys.none')}
          >
            {t('settings.keys.none.text')}
          </EmptyState>
        )}
        {keys && keys.nodes.length > 0 && (
          <>
            <KeyTable keys={keys.nodes} onRotate={setRotated} onRevoke={setDoomed} />
            <Pager cursor={cursor} pageInfo={keys.pageInfo} label={t('settings.keys')} />
          </>
        )}
      </Card>
      {isCreating && (
        <CreateDialog
          onClose={() => setIsCreating(false)}
          onCreated={(made) => {
            setIsCreating(false);
            setSecret(made);
          }}
        />
      )}
      {rotated !== null && (
        <RotateDialog
          apiKey={rotated}
          onClose={() => setRotated(null)}
          onRotated={(made) => {
            setRotated(null);
            setSecret(made);
          }}
        />
      )}
      <SecretDialog
        title={t('settings.keys.secret')}
        text={t('settings.keys.secret.text')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
      <ConfirmDialog
        title={t('settings.keys.revoke.title', { name: nameOf(doomed) })}
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        confirm={t('settings.keys.revoke')}
        isDangerous
        onConfirm={() => revoke({ id: doomed?.id ?? '' })}
      >
        <p className="dialog-text">{t('settings.keys.revoke.text')}</p>
      </ConfirmDialog>
    </>
  );
};

const nameOf = (key: KeyLineFragment | null): string => key?.name ?? key?.prefix ?? '';

const KeyTable = ({
  keys,
  onRotate,
  onRevoke,
}: {
  readonly keys: readonly KeyLineFragment[];
  readonly onRotate: (key: KeyLineFragment) => void;
  readonly onRevoke: (key: KeyLineFragment) => void;
}) => {
  const { t, format } = useWords();
  const [now] = useState(Date.now);
  const isOver = ({ revokedAt, expiresAt }: KeyLineFragment) =>
    Boolean(revokedAt) || (Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= now);
  return (
    <Table
      label={t('settings.keys')}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
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
          id: 'scopes',
          name: t('settings.keys.scopes'),
          cell: ({ scopes }) => scopes.map((scope) => t(`settings.scope.${scope}`)).join(', '),
        },
        { id: 'maker', name: t('settings.keys.maker'), isMinor: true, cell: (key) => <Maker apiKey={key} /> },
        { id: 'created', name: t('apps.createdAt'), isMinor: true, cell: ({ createdAt }) => format.date(createdAt) },
        {
          id: 'expires',
          name: t('settings.keys.expires'),
          isMinor: true,
          cell: ({ expiresAt }) => (expiresAt ? format.dateTime(expiresAt) : t('state.never')),
        },
        {
          id: 'actions',
          name: t('action.actions'),
          isNameHidden: true,
          cell: (key) =>
            !isOver(key) && (
              <ActionMenu
                label={t('tags.actionsOf', { name: nameOf(key) })}
                actions={[
                  { id: 'rotate', name: t('settings.keys.rotate'), onAction: () => onRotate(key) },
                  { id: 'revoke', name: t('settings.keys.revoke'), isDangerous: true, onAction: () => onRevoke(key) },
                ]}
              />
            ),
        },
      ]}
    />
  );
};

const Maker = ({ apiKey: { createdBy } }: { readonly apiKey: KeyLineFragment }) => {
  const { t } = useWords();
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
  const { t } = useWords();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['READ']);
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [create, isBusy] = useAction(ApiKeyCreateDocument, { quiet: true });
  const go = async () => {
    const answer = await create({
      input: {
        name: name.trim() === '' ? null : name.trim(),
        scopes: [...scopes],
        ...(lifetime === 'never' ? {} : { expiresAt: new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString() }),
      },
      key: newKey(),
    });
    if (!answer.ok) return setErrors(answer.errors);
    if (answer.data.secret) onCreated(answer.data.secret);
  };
  return (
    <Dialog
      title={t('settings.keys.new')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void go()} isPending={isBusy} isDisabled={scopes.length === 0}>
            {t('settings.keys.create')}
          </Button>
        </>
      }
    >
      {errors.length > 0 && <Banner kind="bad">{errors.map(({ message }) => message).join(' ')}</Banner>}
      <TextField
        label={t('settings.keys.name')}
        hint={t('settings.keys.name.hint')}
        value={name}
        onChange={setName}
        autoFocus
        autoComplete="off"
      />
      <fieldset className="field">
        <legend className="field-label">{t('settings.keys.scopes')}</legend>
        {SCOPES.map((scope) => (
          <CheckboxField
            key={scope}
            isSelected={scopes.includes(scope)}
            onChange={(isOn) => setScopes(SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))))}
            hint={t(`settings.scope.about.${scope}`)}
          >
            {t(`settings.scope.${scope}`)}
          </CheckboxField>
        ))}
      </fieldset>
      <SelectField
        label={t('settings.keys.expires')}
        value={lifetime}
        options={LIFETIMES.map((id) => ({
          id,
          name: id === 'never' ? t('state.never') : t('settings.keys.inDays', { days: id }),
        }))}
        onChange={setLifetime}
      />
    </Dialog>
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
  const { t } = useWords();
  const [overlap, setOverlap] = useState<Overlap>('1d');
  const [rotate, isBusy] = useAction(ApiKeyRotateDocument);
  const go = async () => {
    const answer = await rotate({ id: apiKey.id, overlap: toOverlap(overlap), key: newKey() });
    if (answer.ok && answer.data.secret) onRotated(answer.data.secret);
  };
  return (
    <Dialog
      title={t('settings.keys.rotate.title', { name: nameOf(apiKey) })}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void go()} isPending={isBusy}>
            {t('settings.keys.rotate')}
          </Button>
        </>
      }
    >
      <p className="dialog-text">{t('settings.keys.rotate.text')}</p>
      <OverlapField value={overlap} onChange={setOverlap} />
    </Dialog>
  );
};
