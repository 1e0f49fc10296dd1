import { Archive, ArchiveRestore, KeyRound, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import {
  AppArchiveDocument,
  AppDeleteDocument,
  AppUnarchiveDocument,
  AppVapidKeyRenewDocument,
} from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useConfirm } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { showToast } from '../../ui/toast.js';
import type { AppDetail } from './app-page.js';

export type OpenDialog = 'edit' | 'credentials';

/** The menu of an application, with the questions that its entries ask. */
export const AppActions = ({
  app,
  onOpen,
}: {
  readonly app: AppDetail;
  readonly onOpen: (dialog: OpenDialog) => void;
}) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [unarchive] = useAction(AppUnarchiveDocument);
  const [archive] = useAction(AppArchiveDocument);
  const [remove] = useAction(AppDeleteDocument);
  const [renew] = useAction(AppVapidKeyRenewDocument);
  const { ask, askToDelete, dialog } = useConfirm();
  const { id, name, archived, pushProvider } = app;
  const isWeb = pushProvider === 'WEBPUSH';
  const confirmRenew = () =>
    ask({
      title: t('apps.renew'),
      text: t('apps.renew.text'),
      confirm: t('apps.renew'),
      onConfirm: async () => {
        if ((await renew({ id })).ok) showToast({ kind: 'good', text: t('apps.renewed') });
      },
    });
  const confirmArchive = () =>
    ask({
      title: t('apps.archive.title', { name }),
      text: t('apps.archive.text'),
      confirm: t('apps.archive'),
      onConfirm: () => archive({ id }),
    });
  const confirmDelete = () =>
    askToDelete({
      title: t('apps.delete.title', { name }),
      text: t('apps.delete.text'),
      onConfirm: async () => {
        if ((await remove({ id })).ok) navigate('/apps');
      },
    });
  return (
    <>
      <ActionMenu
        actions={[
          { name: t('apps.edit'), icon: Pencil, onAction: () => onOpen('edit') },
          {
            name: t('apps.credentials.replace'),
            icon: KeyRound,
            isHidden: isWeb,
            onAction: () => onOpen('credentials'),
          },
          {
            name: t('apps.renew'),
            icon: RefreshCw,
            isHidden: !isWeb,
            onAction: confirmRenew,
          },
          {
            name: t('apps.archive'),
            icon: Archive,
            isHidden: archived,
            onAction: confirmArchive,
          },
          {
            name: t('apps.unarchive'),
            icon: ArchiveRestore,
            isHidden: !archived,
            onAction: () => void unarchive({ id }),
          },
          {
            name: t('action.delete'),
            icon: Trash2,
            isDangerous: true,
            onAction: confirmDelete,
          },
        ]}
      />
      {dialog}
    </>
  );
};
