import { FileUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  AppChoicesDocument,
  DeviceImportCreateDocument,
  DeviceImportsDocument,
  type DeviceImportsQuery,
  type ImportFormat,
  type ImportStatus,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Refusal, sayFailure } from '../../session/session-api.js';
import { useIsHere } from '../../shell/leaving.js';
import { Button, LinkButton } from '../../ui/button.js';
import { SelectField } from '../../ui/fields.js';
import { FileField } from '../../ui/file-field.js';
import { useListAddress } from '../../ui/list-address.js';
import {
  Badge,
  Banner,
  Card,
  EmptyState,
  ErrorNote,
  PageHeader,
  ProgressBar,
  Skeleton,
  type Tone,
} from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { Table } from '../../ui/table.js';
import { showToast } from '../../ui/toast.js';
import { uploadFile } from './upload-file.js';

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

const formatOf = (name: string): ImportFormat | null => {
  if (/\.(?:csv|tsv|txt)$/i.test(name)) return 'CSV';
  return /\.(?:jsonl|ndjson)$/i.test(name) ? 'JSONL' : null;
};

const NewImport = () => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const { data } = usePageQuery(AppChoicesDocument, {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [create] = useAction(DeviceImportCreateDocument);
  // An upload goes on while one looks at another page.
  const isHere = useIsHere();
  const apps = data?.apps.nodes ?? [];
  const appId = chosen ?? apps[0]?.id ?? null;
  const choose = (next: File) => {
    const isKnown = formatOf(next.name) !== null;
    setFile(isKnown ? next : null);
    setError(isKnown ? null : t('import.file.other'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const format = file === null ? null : formatOf(file.name);
    if (file === null || format === null || appId === null) return;
    setError(null);
    setShare(0);
    const answer = await create({ input: { appId, fileName: file.name, format }, key: newKey() });
    const { deviceImport, uploadUrl } = answer.ok ? answer.data : {};
    if (!deviceImport || !uploadUrl) return setShare(null);
    try {
      await uploadFile({ importId: deviceImport.id, path: uploadUrl, file, onProgress: setShare });
      if (isHere.current) navigate(`/import/${deviceImport.id}`);
      else showToast({ kind: 'good', text: t('import.upload.arrived', { file: file.name }) });
    } catch (reason) {
      const text = reason instanceof Refusal ? sayFailure(t, reason, 'file') : t('import.upload.failed');
      if (!isHere.current) showToast({ kind: 'bad', text: `${file.name}: ${text}` });
      setError(text);
      setShare(null);
    }
  };
  if (data && apps.length === 0) {
    return (
      <Card>
        <EmptyState
          title={t('import.noApps')}
          action={
            <LinkButton href="/apps/new" variant="primary">
              {t('apps.new')}
            </LinkButton>
          }
        >
          {t('import.noApps.text')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title={t('import.new')}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <SelectField
          label={t('import.app')}
          value={appId}
          options={apps.map(({ id, name, pushProvider }) => ({ id, name, about: t(`provider.${pushProvider}`) }))}
          onChange={setChosen}
        />
        <FileField
          label={t('import.file')}
          hint={t('import.file.hint')}
          accept={['.csv', '.tsv', '.txt', '.jsonl', '.ndjson']}
          chosen={file?.name ?? null}
          error={error}
          onFile={choose}
        />
        {share !== null && <ProgressBar label={t('import.uploading')} share={share} />}
        <div className="row">
          <Button
            type="submit"
            variant="primary"
            isPending={share !== null}
            isDisabled={file === null || appId === null}
          >
            {t('import.upload')}
          </Button>
        </div>
      </form>
    </Card>
  );
};

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
