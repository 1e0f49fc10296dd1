import { useState } from 'react';
import { type DeliveryLineFragment, DeviceDeliveriesDocument, type Outcome } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge, EmptyState, ErrorNote, Skeleton, type Tone } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { useRunName } from '../../ui/run-name.js';
import { NameCell, Table } from '../../ui/table.js';
import { TraceOf } from '../runs/trace.js';

const TONES: Readonly<Record<Outcome, Tone>> = {
  SENT: 'good',
  FAILED: 'bad',
  INVALID_TOKEN: 'bad',
  EXPIRED: 'warn',
  CANCELLED: 'neutral',
  RETRYING: 'accent',
  HELD: 'accent',
  OPTED_OUT: 'neutral',
  HOLDOUT: 'neutral',
  CONTROL: 'neutral',
  QUIET: 'neutral',
  QUIET_EXPIRED: 'warn',
  CAPPED: 'neutral',
  ABORTED: 'neutral',
  RENDER_FAILED: 'bad',
};
const DELIVERIES_SHOWN = 20;

/** The messages of a device and their outcomes, with a trace of each. */
export const Deliveries = ({ deviceId }: { readonly deviceId: string }) => {
  const { t } = useTranslation();
  const { cursor } = useListAddress([]);
  const [traced, setTraced] = useState<string | null>(null);
  const { data, error, isLoading, refresh } = usePageQuery(DeviceDeliveriesDocument, {
    id: deviceId,
    first: DELIVERIES_SHOWN,
    after: cursor.after,
  });
  if (isLoading) return <Skeleton lines={5} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  const deliveries = data?.device?.deliveries;
  if (!deliveries) return null;
  if (deliveries.nodes.length === 0 && !deliveries.pageInfo.hasNextPage && !cursor.hasPrevious) {
    return <EmptyState title={t('devices.deliveries.none')} text={t('devices.deliveries.none.text')} />;
  }
  return (
    <>
      {deliveries.nodes.length === 0 ? (
        <EmptyState title={t('devices.deliveries.earlier')} text={t('devices.deliveries.earlier.text')} />
      ) : (
        <DeliveryTable deliveries={deliveries.nodes} onTrace={({ run }) => setTraced(run.id)} />
      )}
      <Pager cursor={cursor} pageInfo={deliveries.pageInfo} label={t('devices.deliveries')} />
      <Dialog title={t('devices.why')} size="large" isOpen={traced !== null} onClose={() => setTraced(null)}>
        {traced !== null && <TraceOf runId={traced} deviceId={deviceId} />}
      </Dialog>
    </>
  );
};

export const DeliveryTable = <Line extends DeliveryLineFragment>({
  deliveries,
  onTrace,
}: {
  readonly deliveries: readonly Line[];
  readonly onTrace: (line: Line) => void;
}) => {
  const { t, format } = useTranslation();
  const { titleOf: reasonOf } = useReasons();
  const { nameOf } = useRunName();
  const titleOf = ({ run, push }: Pick<DeliveryLineFragment, 'run' | 'push'>): string =>
    (push ?? run.message)?.translations[0]?.title ?? t('state.deleted');
  const stateOf = ({ clickedAt, dismissedAt, deliveredAt, outcome }: DeliveryLineFragment) => {
    if (clickedAt) return t('runs.clicked');
    if (dismissedAt) return t('runs.dismissed');
    return deliveredAt ? t('runs.delivered') : t(`outcome.${outcome}`);
  };
  return (
    <Table
      label={t('devices.deliveries')}
      rows={deliveries}
      keyOf={({ run, push, recordedAt }) => `${run.id} ${push?.id} ${recordedAt}`}
      columns={[
        {
          name: t('devices.message'),
          cell: ({ run, push }) => (
            <NameCell
              href={`/runs/${run.id}`}
              name={titleOf({ run, push })}
              about={run.target ? t('run.atOnce') : nameOf(run)}
            />
          ),
        },
        {
          name: t('devices.outcome'),
          cell: (line) => <Badge tone={TONES[line.outcome]}>{stateOf(line)}</Badge>,
        },
        {
          name: t('devices.reason'),
          isMinor: true,
          cell: (line) => (line.reason ? <span title={line.reason}>{reasonOf(line)}</span> : ''),
        },
        { name: t('devices.at'), isMinor: true, cell: ({ recordedAt }) => format.dateTime(recordedAt) },
        {
          name: t('devices.why'),
          isNameHidden: true,
          cell: (line) => (
            <Button
              size="small"
              variant="quiet"
              onPress={() => onTrace(line)}
              aria-label={t('devices.why.of', { title: titleOf(line) })}
            >
              {t('devices.why.short')}
            </Button>
          ),
        },
      ]}
    />
  );
};
