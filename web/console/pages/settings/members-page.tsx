import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import {
  MemberInviteDocument,
  MemberInviteRenewDocument,
  type MemberLineFragment,
  type MemberRole,
  MembersDocument,
  MemberUpdateDocument,
} from '../../graph/generated/graphql.js';
import { type UserErrorOfAnswer, useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useMember } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog } from '../../ui/dialog.js';
import { ChoiceField } from '../../ui/fields.js';
import { useListAddress } from '../../ui/list-address.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, Banner, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { RemoveDialog } from './remove-dialog.js';
import { ForAdmins } from './settings-header.js';

const ROLES = ['VIEWER', 'EDITOR', 'SENDER', 'ADMIN'] as const;
const PAGE_SIZE = 25;

const MembersPage = () => (
  <ForAdmins>
    <Members />
  </ForAdmins>
);

export default MembersPage;

const Members = () => {
  const { t } = useWords();
  const { cursor } = useListAddress([]);
  const { data, error, isLoading, refresh } = usePageQuery(MembersDocument, { first: PAGE_SIZE, after: cursor.after });
  const [isInviting, setIsInviting] = useState(false);
  const [edited, setEdited] = useState<MemberLineFragment | null>(null);
  const [doomed, setDoomed] = useState<MemberLineFragment | null>(null);
  const [link, setLink] = useState<{ name: string; url: string } | null>(null);
  const [renew] = useAction(MemberInviteRenewDocument);
  const makeLink = async ({ id, name }: MemberLineFragment) => {
    const answer = await renew({ id });
    if (answer.ok && answer.data.link) setLink({ name, url: answer.data.link });
  };
  return (
    <>
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card
        title={t('settings.members')}
        lead={t('settings.members.lead')}
        isFlush
        aside={
          <Button variant="primary" icon={<UserPlus size={16} aria-hidden />} onPress={() => setIsInviting(true)}>
            {t('settings.invite')}
          </Button>
        }
      >
        {isLoading && <Skeleton lines={4} />}
        {data?.members.nodes.length === 0 && (
          <EmptyState title={t('settings.members.none')}>{t('settings.members.none.text')}</EmptyState>
        )}
        {data && data.members.nodes.length > 0 && (
          <>
            <MemberTable
              members={data.members.nodes}
              onEdit={setEdited}
              onRemove={setDoomed}
              onLink={(member) => void makeLink(member)}
            />
            <Pager cursor={cursor} pageInfo={data.members.pageInfo} label={t('settings.members')} />
          </>
        )}
      </Card>
      {isInviting && (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onInvited={(name, url) => {
            setIsInviting(false);
            setLink({ name, url });
          }}
        />
      )}
      {edited !== null && <EditDialog member={edited} onClose={() => setEdited(null)} />}
      <Dialog title={t('settings.link')} isOpen={link !== null} onClose={() => setLink(null)}>
        <p className="dialog-text">{t('settings.link.text', { name: link?.name ?? '' })}</p>
        <CodeBlock label={t('settings.link')} code={link?.url ?? ''} />
      </Dialog>
      {doomed !== null && <RemoveDialog member={doomed} onClose={() => setDoomed(null)} />}
    </>
  );
};

const MemberTable = ({
  members,
  onEdit,
  onRemove,
  onLink,
}: {
  readonly members: readonly MemberLineFragment[];
  readonly onEdit: (member: MemberLineFragment) => void;
  readonly onRemove: (member: MemberLineFragment) => void;
  readonly onLink: (member: MemberLineFragment) => void;
}) => {
  const { t, format } = useWords();
  const me = useMember();
  return (
    <Table
      label={t('settings.members')}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          name: t('settings.name'),
          cell: ({ name, email }) => (
            <div className="cell-main">
              <span className="cell-name">{name}</span>
              <span className="cell-about">{email}</span>
            </div>
          ),
        },
        {
          id: 'role',
          name: t('settings.role'),
          cell: ({ role, joinedAt }) => (
            <span className="row">
              {t(`role.${role}`)}
              {!joinedAt && <Badge tone="warn">{t('settings.invited')}</Badge>}
            </span>
          ),
        },
        {
          id: 'how',
          name: t('settings.signsIn'),
          isMinor: true,
          cell: ({ hasPassword, hasSingleSignOn }) =>
            [hasPassword ? t('signIn.password') : null, hasSingleSignOn ? t('settings.sso') : null]
              .filter(Boolean)
              .join(', ') || t('settings.notYet'),
        },
        {
          id: 'seen',
          name: t('settings.lastSeen'),
          isMinor: true,
          cell: ({ lastSeenAt }) => (lastSeenAt ? format.relative(lastSeenAt) : t('state.never')),
        },
        {
          id: 'actions',
          name: t('action.actions'),
          isNameHidden: true,
          cell: (member) => (
            <ActionMenu
              label={t('tags.actionsOf', { name: member.name })}
              actions={[
                { id: 'edit', name: t('settings.changeRole'), onAction: () => onEdit(member) },
                {
                  id: 'link',
                  name: t(member.joinedAt ? 'settings.resetPassword' : 'settings.newLink'),
                  onAction: () => onLink(member),
                },
                {
                  id: 'remove',
                  name: t('settings.remove'),
                  isDangerous: true,
                  isHidden: member.id === me.id,
                  onAction: () => onRemove(member),
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
};

const RoleField = ({
  value,
  onChange,
}: {
  readonly value: MemberRole;
  readonly onChange: (role: MemberRole) => void;
}) => {
  const { t } = useWords();
  return (
    <ChoiceField
      label={t('settings.role')}
      value={value}
      choices={ROLES.map((id) => ({ id, name: t(`role.${id}`), about: t(`role.about.${id}`) }))}
      onChange={onChange}
    />
  );
};

const InviteDialog = ({
  onClose,
  onInvited,
}: {
  readonly onClose: () => void;
  readonly onInvited: (name: string, link: string) => void;
}) => {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('EDITOR');
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [invite, isBusy] = useAction(MemberInviteDocument, { quiet: true });
  const errorOf = (wanted: string) => errors.find(({ field }) => field?.includes(wanted))?.message ?? null;
  const others = errors.filter(({ field }) => !field?.includes('name') && !field?.includes('email'));
  const go = async () => {
    const answer = await invite({ input: { name, email: email.trim(), role }, key: newKey() });
    if (!answer.ok) return setErrors(answer.errors);
    if (answer.data.link) onInvited(name, answer.data.link);
    else onClose();
  };
  return (
    <Dialog
      title={t('settings.invite')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void go()} isPending={isBusy}>
            {t('settings.invite.makeLink')}
          </Button>
        </>
      }
    >
      {others.length > 0 && <Banner kind="bad">{others.map(({ message }) => message).join(' ')}</Banner>}
      <TextField
        label={t('settings.name')}
        value={name}
        onChange={setName}
        error={errorOf('name')}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <TextField
        label={t('signIn.email')}
        type="email"
        value={email}
        onChange={setEmail}
        error={errorOf('email')}
        isRequired
        autoComplete="off"
      />
      <RoleField value={role} onChange={setRole} />
    </Dialog>
  );
};

const EditDialog = ({ member, onClose }: { readonly member: MemberLineFragment; readonly onClose: () => void }) => {
  const { t } = useWords();
  const [name, setName] = useState(member.name);
  const [role, setRole] = useState<MemberRole>(member.role);
  const [errors, setErrors] = useState<readonly UserErrorOfAnswer[]>([]);
  const [update, isBusy] = useAction(MemberUpdateDocument, { quiet: true });
  const save = async () => {
    const answer = await update({ id: member.id, input: { name, role } });
    if (answer.ok) onClose();
    else setErrors(answer.errors);
  };
  return (
    <Dialog
      title={t('settings.changeRole')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" onPress={() => void save()} isPending={isBusy}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      {errors.length > 0 && <Banner kind="bad">{errors.map(({ message }) => message).join(' ')}</Banner>}
      <TextField label={t('settings.name')} value={name} onChange={setName} isRequired />
      <RoleField value={role} onChange={setRole} />
    </Dialog>
  );
};
