import { FileUp } from 'lucide-react';
import { DeviceImportsDocument, type ImportStatus } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { defineList, List, useList } from '../../ui/list.js';
import { Badge, Banner, EmptyState, PageHeader, type Tone } from '../../ui/page.js';
import { NameCell } from '../../ui/table.js';
import { NewImport } from './new-import.js';

const IMPORTS = defineList({
  query: DeviceImportsDocument,
  pageOf: ({ deviceImports }) => deviceImports,
  pageSize: 20,
});

const ImportPage = () => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader title={t('nav.import')} lead={t('import.lead')} />
      {mayWrite ? <NewImport /> : <Banner kind="warn">{t('role.lacks.write')}</Banner>}
      <EarlierImports />
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
  const { t } = useTranslation();
  return (
    <Badge tone={TONES[status]} isLive={status === 'RUNNING'}>
      {t(`import.status.${status}`)}
    </Badge>
  );
};

const EarlierImports = () => {
  const { t, format } = useTranslation();
  return (
    <List
      list={useList(IMPORTS)}
      label={t('import.earlier')}
      card={{ title: t('import.earlier') }}
      lines={4}
      empty={<EmptyState icon={FileUp} title={t('import.none')} text={t('import.none.text')} />}
      columns={[
        {
          name: t('import.file'),
          cell: ({ id, fileName, app }) => <NameCell href={`/import/${id}`} name={fileName} about={app.name} />,
        },
        { name: t('import.status'), cell: ({ status }) => <ImportBadge status={status} /> },
        {
          name: t('import.imported'),
          isNumber: true,
          isMinor: true,
          cell: ({ imported }) => format.number(imported),
        },
        {
          name: t('import.updated'),
          isNumber: true,
          isMinor: true,
          cell: ({ updated }) => format.number(updated),
        },
        {
          name: t('import.rejected'),
          isNumber: true,
          isMinor: true,
          cell: ({ rejected }) => format.number(rejected),
        },
        {
          name: t('import.created'),
          isMinor: true,
          cell: ({ createdAt }) => format.dateTime(createdAt),
        },
      ]}
    />
  );
};
