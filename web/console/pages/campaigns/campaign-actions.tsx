import { Archive, ArchiveRestore, Copy, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
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
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { showToast } from '../../ui/toast.js';

/** What can be done with a campaign beside sending it. */
export const CampaignActions = ({
  campaign,
  onChanged,
  onDeleted,
}: {
  readonly campaign: Pick<CampaignRowFragment, 'id' | 'name' | 'active' | 'archived'>;
  readonly onChanged: () => void;
  readonly onDeleted?: () => void;
}) => {
  const { t } = useWords();
  const { id, name, archived } = campaign;
  const mayWrite = useMay('write');
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState<'archive' | 'delete' | null>(null);
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
  return (
    <>
      <ActionMenu
        label={t('campaigns.actionsOf', { name })}
        actions={[
          {
            id: 'edit',
            name: t('campaigns.edit'),
            icon: <Pencil size={16} aria-hidden />,
            isHidden: !mayWrite || archived,
            onAction: () => navigate(`/campaigns/new?edit=${encodeURIComponent(id)}`),
          },
          {
            id: 'duplicate',
            name: t('campaigns.duplicate'),
            icon: <Copy size={16} aria-hidden />,
            isHidden: !mayWrite,
            onAction: () => void copy(),
          },
          {
            id: 'archive',
            name: t('campaigns.archive'),
            icon: <Archive size={16} aria-hidden />,
            isHidden: !mayWrite || archived,
            onAction: () => setAsks('archive'),
          },
          {
            id: 'unarchive',
            name: t('campaigns.unarchive'),
            icon: <ArchiveRestore size={16} aria-hidden />,
            isHidden: !mayWrite || !archived,
            onAction: () =>
              void unarchive({ id }).then((answer) => answer.ok && done(t('campaigns.unarchived', { name }))),
          },
          {
            id: 'delete',
            name: t('action.delete'),
            icon: <Trash2 size={16} aria-hidden />,
            isDangerous: true,
            isHidden: !mayWrite,
            onAction: () => setAsks('delete'),
          },
        ]}
      />
      <ConfirmDialog
        title={t('campaigns.archive.title', { name })}
        isOpen={asks === 'archive'}
        onClose={() => setAsks(null)}
        confirm={t('campaigns.archive')}
        onConfirm={() => archive({ id }).then((answer) => answer.ok && done(t('campaigns.archived', { name })))}
      >
        <p className="dialog-text">{t('campaigns.archive.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('campaigns.delete.title', { name })}
        isOpen={asks === 'delete'}
        onClose={() => setAsks(null)}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={() =>
          remove({ id }).then((answer) => {
            if (!answer.ok) return;
            done(t('campaigns.deleted', { name }));
            onDeleted?.();
          })
        }
      >
        <p className="dialog-text">{t('campaigns.delete.text')}</p>
      </ConfirmDialog>
    </>
  );
};
