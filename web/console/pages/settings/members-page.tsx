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
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMember } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog } from '../../ui/dialog.js';
import { ChoiceField } from '../../ui/fields.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { defineList, List, useList } from '../../ui/list.js';
import { ActionMenu } from '../../ui/menu.js';
import { Badge, EmptyState } from '../../ui/page.js';
import { NameCell } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { RemoveDialog } from './remove-dialog.js';
import { ForAdmins } from './settings-header.js';

const ROLES = ['VIEWER', 'EDITOR', 'SENDER', 'ADMIN'] as const;
const MEMBERS = defineList({ query: MembersDocument, pageOf: ({ members }) => members });

const MembersPage = () => (
  <ForAdmins>
    <Members />
  </ForAdmins>
);

export default MembersPage;

const Members = () => {
  const { t, format } = useTranslation();
  const me = useMember();
  const [isInviting, setIsInviting] = useState(false);
  const [edited, setEdited] = useState<MemberLineFragment | null>(null);
  const [removed, setRemoved] = useState<MemberLineFragment | null>(null);
  const [link, setLink] = useState<{ name: string; url: string } | null>(null);
  const [renew] = useAction(MemberInviteRenewDocument);
  const makeLink = async ({ id, name }: MemberLineFragment) => {
    const answer = await renew({ id });
    if (answer.ok && answer.data.link) setLink({ name, url: answer.data.link });
  };
  return (
    <>
      <List
        list={useList(MEMBERS)}
        label={t('settings.members')}
        card={{
          title: t('settings.members'),
          lead: t('settings.members.lead'),
          aside: (
            <Button variant="primary" icon={UserPlus} onPress={() => setIsInviting(true)}>
              {t('settings.invite')}
            </Button>
          ),
        }}
        lines={4}
        empty={<EmptyState title={t('settings.members.none')} text={t('settings.members.none.text')} />}
        columns={[
          {
            name: t('settings.name'),
            cell: ({ name, email }) => <NameCell name={name} about={email} />,
          },
          {
            name: t('settings.role'),
            cell: ({ role, joinedAt }) => (
              <span className="row">
                {t(`role.${role}`)}
                {!joinedAt && <Badge tone="warn">{t('settings.invited')}</Badge>}
              </span>
            ),
          },
          {
            name: t('settings.signsIn'),
            isMinor: true,
            cell: ({ hasPassword, hasSingleSignOn }) =>
              [hasPassword ? t('signIn.password') : null, hasSingleSignOn ? t('settings.sso') : null]
                .filter(Boolean)
                .join(', ') || t('settings.notYet'),
          },
          {
            name: t('settings.lastSeen'),
            isMinor: true,
            cell: ({ lastSeenAt }) => (lastSeenAt ? format.relative(lastSeenAt) : t('state.never')),
          },
        ]}
        actions={(member) => (
          <ActionMenu
            label={t('tags.actionsOf', { name: member.name })}
            actions={[
              { name: t('settings.changeRole'), onAction: () => setEdited(member) },
              {
                name: t(member.joinedAt ? 'settings.resetPassword' : 'settings.newLink'),
                onAction: () => void makeLink(member),
              },
              {
                name: t('settings.remove'),
                isDangerous: true,
                isHidden: member.id === me.id,
                onAction: () => setRemoved(member),
              },
            ]}
          />
        )}
      />
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
      {removed !== null && <RemoveDialog member={removed} onClose={() => setRemoved(null)} />}
    </>
  );
};

const RoleField = ({
  value,
  onChange,
}: {
  readonly value: MemberRole;
  readonly onChange: (role: MemberRole) => void;
}) => {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
  const [invite] = useAction(MemberInviteDocument, { quiet: true });
  const form = useForm({
    initial: { name: '', email: '', role: 'EDITOR' as MemberRole },
    fields: ['name', 'email'],
    save: ({ name, email, role }) => invite({ input: { name, email: email.trim(), role }, key: newKey() }),
    onSaved: ({ link }) => (link ? onInvited(form.values.name, link) : onClose()),
  });
  return (
    <FormDialog form={form} title={t('settings.invite')} confirm={t('settings.invite.makeLink')} onClose={onClose}>
      <TextField label={t('settings.name')} {...form.text('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={t('signIn.email')} type="email" {...form.text('email')} isRequired autoComplete="off" />
      <RoleField value={form.values.role} onChange={(role) => form.change({ role })} />
    </FormDialog>
  );
};

const EditDialog = ({ member, onClose }: { readonly member: MemberLineFragment; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [update] = useAction(MemberUpdateDocument, { quiet: true });
  const form = useForm({
    initial: { name: member.name, role: member.role },
    fields: ['name'],
    save: (input) => update({ id: member.id, input }),
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('settings.changeRole')} onClose={onClose}>
      <TextField label={t('settings.name')} {...form.text('name')} isRequired />
      <RoleField value={form.values.role} onChange={(role) => form.change({ role })} />
    </FormDialog>
  );
};
