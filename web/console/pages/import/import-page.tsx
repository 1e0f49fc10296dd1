import { FileUp } from 'lucide-react';
import { Link } from 'wouter';
import { DeviceImportsDocument, type DeviceImportsQuery, type ImportStatus } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { useListAddress } from '../../ui/list-address.js';
import { Badge, Banner, Card, EmptyState, ErrorNote, PageHeader, Skeleton, type Tone } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { NewImport } from './new-import.js';

const PAGE_SIZE = 20;

const ImportPage = () => {
  const { t } = useWords();
  const mayWrite = useMay('write');
  const { cursor } = useListAddress([]);
  const { data, error, isLoading, refresh } = usePageQuery(DeviceImportsDocument, {
    first: PAGE_SIZE,
    after: cursor.after,
  });
  return (
    <>
      <PageHeader title={t('nav.import')} lead={t('import.lead')} />
      {mayWrite ? <NewImport /> : <Banner kind="warn">{t('role.lacks.write')}</Banner>}
      {error && <ErrorNote error={error} onRetry={refresh} />}
      <Card title={t('import.earlier')} isFlush>
        {isLoading && <Skeleton lines={4} />}
        {data?.deviceImports.nodes.length === 0 && (
          <EmptyState icon={<FileUp size={22} aria-hidden />} title={t('import.none')}>
            {t('import.none.text')}
          </EmptyState>
        )}
        {data && data.deviceImports.nodes.length > 0 && (
          <>
            <ImportTable imports={data.deviceImports.nodes} />
            <Pager cursor={cursor} pageInfo={data.deviceImports.pageInfo} label={t('import.earlier')} />
          </>
        )}
      </Card>
    </>
  );
};

export default ImportPage;

const TONES: Readonly<Record<ImportStatus, Tone>> = {
  WAITING_FOR_FILE: 'neutral',
  UPLOADED: 'accent',
  RUNNING: 'accent',
  FINISHED: 'good',
  FAILED: 'bad',
  CANCELLED: 'neutral',
};

export const ImportBadge = ({ status }: { readonly status: ImportStatus }) => {
  const { t } = useWords();
  return (
    <Badge tone={TONES[status]} isLive={status === 'RUNNING'}>
      {t(`import.status.${status}`)}
    </Badge>
  );
};

const ImportTable = ({ imports }: { readonly imports: DeviceImportsQuery['deviceImports']['nodes'] }) => {
  const { t, format } = useWords();
  return (
    <Table
      label={t('import.earlier')}
      rows={imports}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'file',
          name: t('import.file'),
          cell: ({ id, fileName, app }) => (
            <div className="cell-main">
              <Link href={`/import/${id}`} className="cell-name">
                {fileName}
              </Link>
              <span className="cell-about">{app.name}</span>
            </div>
          ),
        },
        { id: 'status', name: t('import.status'), cell: ({ status }) => <ImportBadge status={status} /> },
        {
          id: 'imported',
          name: t('import.imported'),
          isNumber: true,
          isMinor: true,
          cell: ({ imported }) => format.number(imported),
        },
        {
          id: 'updated',
          name: t('import.updated'),
          isNumber: true,
          isMinor: true,
          cell: ({ updated }) => format.number(updated),
        },
        {
          id: 'rejected',
          name: t('import.rejected'),
          isNumber: true,
          isMinor: true,
          cell: ({ rejected }) => format.number(rejected),
        },
        {
          id: 'created',
          name: t('import.created'),
          isMinor: true,
          cell: ({ createdAt }) => format.dateTime(createdAt),
        },
      ]}
    />
  );
};
