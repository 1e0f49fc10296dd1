import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  type ErasureLineFragment,
  ErasuresDocument,
  UserEraseDocument,
  UserExportDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Badge, Card, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import { TextField } from '../../ui/text-field.js';
import { showToast } from '../../ui/toast.js';

/** Exports everything about a user, and erases it. */
export const UserDataCard = ({ externalUserId }: { readonly externalUserId: string }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const [isErasing, setIsErasing] = useState(false);
  const [exportUser, isExporting] = useAction(UserExportDocument);
  if (!mayWrite) return null;
  const download = async () => {
    const answer = await exportUser({ id: externalUserId });
    if (answer.ok && answer.data.url) window.location.assign(answer.data.url);
  };
  return (
    <Card title={t('users.data')} lead={t('users.data.lead')}>
      <div className="row">
        <Button icon={Download} onPress={() => void download()} isPending={isExporting}>
          {t('users.export')}
        </Button>
        <Button variant="danger" icon={Trash2} onPress={() => setIsErasing(true)}>
          {t('users.erase')}
        </Button>
      </div>
      {isErasing && <EraseDialog externalUserId={externalUserId} onClose={() => setIsErasing(false)} />}
    </Card>
  );
};

/** The person types the id, since nothing can bring the data back. */
const EraseDialog = ({
  externalUserId,
  onClose,
}: {
  readonly externalUserId: string;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [erase, isBusy] = useAction(UserEraseDocument);
  const go = async () => {
    const answer = await erase({ id: externalUserId, key: newKey() });
    if (!answer.ok) return;
    showToast({ kind: 'good', text: t('users.erase.started') });
    navigate('/users?erasures');
  };
  return (
    <Dialog
      title={t('users.erase')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      confirm={{
        name: t('users.erase.confirm'),
        isDangerous: true,
        onPress: () => void go(),
        isPending: isBusy,
        isDisabled: typed.trim() !== externalUserId,
      }}
    >
      <p>{t('users.erase.text')}</p>
      <TextField
        label={t('users.erase.type', { id: externalUserId })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoFocus
      />
    </Dialog>
  );
};

/** The latest erasures, which no longer say whom they erased. */
export const ErasuresDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { data, error, isLoading, refresh } = usePageQuery(ErasuresDocument, {});
  return (
    <Dialog title={t('erasures.erasures')} size="large" isOpen onClose={onClose}>
      <p className="quiet">{t('erasures.lead')}</p>
      {isLoading && <Skeleton lines={4} />}
      {error && !data && <ErrorNote error={error} onRetry={refresh} />}
      {data && <Erasures erasures={data.erasures.nodes} />}
    </Dialog>
  );
};

const Erasures = ({ erasures }: { readonly erasures: readonly ErasureLineFragment[] }) => {
  const { t, format } = useTranslation();
  if (erasures.length === 0) return <EmptyState title={t('erasures.none')} text={t('erasures.none.text')} />;
  const remainsOf = ({ remains }: ErasureLineFragment): string =>
    remains
      .map(({ place, until }) => {
        const name = t(`erasures.remains.${place}`);
        return until ? t('erasures.until', { place: name, until: format.date(until) }) : name;
      })
      .join(', ');
  return (
    <Table
      label={t('erasures.erasures')}
      rows={erasures}
      keyOf={({ id }) => id}
      columns={[
        { name: t('erasures.requested'), cell: ({ createdAt }) => format.dateTime(createdAt) },
        {
          name: t('devices.state'),
          cell: ({ status, trouble }) => (
            <div className="cell-main">
              <Badge tone={status === 'FINISHED' ? 'good' : 'accent'}>{t(`erasures.status.${status}`)}</Badge>
              {trouble !== null && <span className="cell-about">{trouble}</span>}
            </div>
          ),
        },
        {
          name: t('nav.devices'),
          isNumber: true,
          cell: ({ counts }) => format.number(counts.find(({ type }) => type === 'devices')?.count ?? 0),
        },
        { name: t('erasures.remains'), isMinor: true, cell: (line) => <span>{remainsOf(line)}</span> },
      ]}
    />
  );
};
