import { Archive, ArchiveRestore, Copy, Pencil, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import {
  CampaignArchiveDocument,
  CampaignDeleteDocument,
  CampaignDuplicateDocument,
  type CampaignRowFragment,
  CampaignUnarchiveDocument,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useConfirm } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { showToast } from '../../ui/toast.js';

/** Every action of a campaign except sending it. */
export const CampaignActions = ({
  campaign,
  onChanged,
  onDeleted,
}: {
  readonly campaign: Pick<CampaignRowFragment, 'id' | 'name' | 'active' | 'archived'>;
  readonly onChanged: () => void;
  readonly onDeleted?: () => void;
}) => {
  const { t } = useTranslation();
  const { id, name, archived } = campaign;
  const mayWrite = useMay('write');
  const [, navigate] = useLocation();
  const { ask, askToDelete, dialog } = useConfirm();
  const [duplicate] = useAction(CampaignDuplicateDocument);
  const [archive] = useAction(CampaignArchiveDocument);
  const [unarchive] = useAction(CampaignUnarchiveDocument);
  const [remove] = useAction(CampaignDeleteDocument);
  const copy = async () => {
    const answer = await duplicate({ id, name: t('campaigns.copyOf', { name }), key: newKey() });
    if (!answer.ok || !answer.data.scheduler) return;
    showToast({ kind: 'good', text: t('campaigns.duplicated', { name }) });
    navigate(`/campaigns/${answer.data.scheduler.id}`);
  };
  const done = (text: string) => {
    showToast({ kind: 'good', text });
    onChanged();
  };
  const confirmArchive = () =>
    ask({
      title: t('campaigns.archive.title', { name }),
      text: t('campaigns.archive.text'),
      confirm: t('campaigns.archive'),
      onConfirm: async () => {
        if ((await archive({ id })).ok) done(t('campaigns.archived', { name }));
      },
    });
  const confirmDelete = () =>
    askToDelete({
      title: t('campaigns.delete.title', { name }),
      text: t('campaigns.delete.text'),
      onConfirm: async () => {
        if (!(await remove({ id })).ok) return;
        done(t('campaigns.deleted', { name }));
        onDeleted?.();
      },
    });
  return (
    <>
      <ActionMenu
        label={t('campaigns.actionsOf', { name })}
        actions={[
          {
            name: t('campaigns.edit'),
            icon: Pencil,
            isHidden: !mayWrite || archived,
            onAction: () => navigate(`/campaigns/new?edit=${encodeURIComponent(id)}`),
          },
          {
            name: t('campaigns.duplicate'),
            icon: Copy,
            isHidden: !mayWrite,
            onAction: () => void copy(),
          },
          {
            name: t('campaigns.archive'),
            icon: Archive,
            isHidden: !mayWrite || archived,
            onAction: confirmArchive,
          },
          {
            name: t('campaigns.unarchive'),
            icon: ArchiveRestore,
            isHidden: !mayWrite || !archived,
            onAction: () =>
              void unarchive({ id }).then((answer) => answer.ok && done(t('campaigns.unarchived', { name }))),
          },
          {
            name: t('action.delete'),
            icon: Trash2,
            isDangerous: true,
            isHidden: !mayWrite,
            onAction: confirmDelete,
          },
        ]}
      />
      {dialog}
    </>
  );
};
