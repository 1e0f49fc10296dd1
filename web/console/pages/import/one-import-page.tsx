import { Download } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import {
  DeviceImportCancelDocument,
  DeviceImportDocument,
  DeviceImportProgressDocument,
  type DeviceImportQuery,
  DeviceImportStartDocument,
  type ImportField,
  type PushProvider,
} from '../../graph/generated/graphql.js';
import { useAction, useLive, usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/fields.js';
import { Banner, Card, EmptyState, ErrorNote, PageHeader, ProgressBar, Skeleton, Stat, Stats } from '../../ui/page.js';
import { ImportBadge } from './import-page.js';
import { useUploadShare } from './upload-file.js';

type ImportData = NonNullable<DeviceImportQuery['deviceImport']>;

/** One import: a look at its first lines, then how it goes, then what became of it. */
const OneImportPage = () => {
  const { t } = useWords();
  const { id = '' } = useParams<{ id: string }>();
  const mayWrite = useMay('write');
  const { data, error, isLoading, refresh } = usePageQuery(DeviceImportDocument, { id, mayWrite });
  const status = data?.deviceImport?.status;
  useLive(
    DeviceImportProgressDocument,
    { id, mayWrite },
    { pause: status !== 'RUNNING' && status !== 'WAITING_FOR_FILE' },
  );
  if (isLoading) return <Skeleton lines={8} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  const found = data?.deviceImport;
  if (!found) {
    return (
      <>
        <PageHeader title={t('notFound.title')} parent={{ href: '/import', name: t('nav.import') }} />
        <EmptyState title={t('notFound.text')} action={<LinkButton href="/import">{t('nav.import')}</LinkButton>} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={found.fileName}
        badge={<ImportBadge status={found.status} />}
        lead={found.app.name}
        parent={{ href: '/import', name: t('nav.import') }}
      />
      {found.message && (
        <Banner kind="bad">{found.failure ? t(`import.failure.${found.failure}`) : found.message}</Banner>
      )}
      {found.status === 'WAITING_FOR_FILE' && <Waiting id={found.id} />}
      {/* Who may not write sees no lines of it: of CSV its columns are left. */}
      {found.status === 'UPLOADED' && (mayWrite || found.format === 'CSV') && <Mapping key={found.id} found={found} />}
      {['RUNNING', 'FINISHED', 'CANCELLED', 'FAILED'].includes(found.status) && <Result found={found} />}
    </>
  );
};

export default OneImportPage;

/** The file may be on its way from this tab, from elsewhere, or not at all. */
const Waiting = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const share = useUploadShare(id);
  if (share === null) {
    return (
      <EmptyState
        title={t('import.status.WAITING_FOR_FILE')}
        action={<LinkButton href="/import">{t('import.new')}</LinkButton>}
      >
        {t('import.waiting.text')}
      </EmptyState>
    );
  }
  return (
    <Card>
      <div className="stack">
        <p>{t('import.arriving')}</p>
        <ProgressBar label={t('import.uploading')} share={share} />
      </div>
    </Card>
  );
};

const NOTHING = 'none';
const FIELDS: readonly ImportField[] = [
  'TOKEN',
  'SUBSCRIPTION_ID',
  'ENDPOINT',
  'P256DH',
  'AUTH',
  'LANGUAGE',
  'COUNTRY',
  'TIMEZONE',
  'EXTERNAL_USER_ID',
  'AUDIENCES',
  'PLATFORM',
  'APP_VERSION',
];
const NEEDED: Readonly<Record<PushProvider, readonly ImportField[]>> = {
  PROVIDER_A: ['TOKEN'],
  PROVIDER_B: ['SUBSCRIPTION_ID'],
  PROVIDER_C: ['TOKEN'],
  WEBPUSH: ['ENDPOINT', 'P256DH', 'AUTH'],
};
const ADDRESSES: readonly ImportField[] = ['TOKEN', 'SUBSCRIPTION_ID', 'ENDPOINT', 'P256DH', 'AUTH'];

/** What each column is, as the service guessed it from its name and as it can be changed, above the first lines. */
const Mapping = ({ found }: { readonly found: ImportData }) => {
  const { t, format } = useWords();
  const mayWrite = useMay('write');
  const isTable = found.format === 'CSV';
  const [fields, setFields] = useState<readonly (ImportField | null)[]>(() =>
    found.columns.map(({ field }) => field ?? null),
  );
  const [start, isStarting] = useAction(DeviceImportStartDocument);
  const [isAsked, setIsAsked] = useState(false);
  const needed = NEEDED[found.app.pushProvider];
  const lacking = isTable ? needed.filter((field) => !fields.includes(field)) : [];
  const twice = fields.filter(
    (field, index): field is ImportField => field !== null && fields.indexOf(field) !== index,
  );
  const namesOf = (some: readonly ImportField[]) =>
    format.list([...new Set(some)].map((field) => t('import.fieldName', { name: t(`import.field.${field}`) })));
  const choices = FIELDS.filter((field) => needed.includes(field) || !ADDRESSES.includes(field));
  const go = () =>
    start({
      id: found.id,
      columns: isTable ? found.columns.map(({ column }, index) => ({ column, field: fields[index] ?? null })) : null,
    });
  return (
    <Card
      title={t(isTable ? 'import.columns' : 'import.sample')}
      {...(isTable ? { lead: t('import.columns.lead') } : {})}
    >
      <div className="stack">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="table-scroll sample" aria-label={t('import.sample')} tabIndex={0}>
          <table className="table">
            {isTable && (
              <thead>
                <tr>
                  {found.columns.map(({ column }, index) => (
                    <th key={column} scope="col">
                      <span className="sample-name">{column}</span>
                      <SelectField
                        label={t('import.columnOf', { column })}
                        isLabelHidden
                        value={fields[index] ?? NOTHING}
                        options={[
                          { id: NOTHING, name: t('import.field.none') },
                          ...choices.map((id) => ({ id, name: t(`import.field.${id}`) })),
                        ]}
                        onChange={(field) =>
                          setFields(
                            fields.map((old, at) =>
                              at !== index ? old : field === NOTHING ? null : (field as ImportField),
                            ),
                          )
                        }
                      />
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {found.sample?.map((line, index) => (
                <tr key={index}>
                  {line.map((cell, at) => (
                    <td key={at} className="sample-cell" data-out={(isTable && fields[at] == null) || undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {lacking.length > 0 && (
          <Banner kind="warn">{t('import.lacks', { count: lacking.length, fields: namesOf(lacking) })}</Banner>
        )}
        {twice.length > 0 && (
          <Banner kind="warn">{t('import.twice', { count: twice.length, fields: namesOf(twice) })}</Banner>
        )}
        {mayWrite && (
          <div className="row">
            <Button
              variant="primary"
              onPress={() => void go()}
              isPending={isStarting}
              isDisabled={lacking.length + twice.length > 0}
            >
              {t('import.start')}
            </Button>
            <Button variant="quiet" onPress={() => setIsAsked(true)}>
              {t('import.cancel')}
            </Button>
          </div>
        )}
        <CancelDialog found={found} isOpen={isAsked} onClose={() => setIsAsked(false)} />
      </div>
    </Card>
  );
};

const Result = ({ found }: { readonly found: ImportData }) => {
  const { t, format } = useWords();
  const mayWrite = useMay('write');
  const [isAsked, setIsAsked] = useState(false);
  const { status, size, done, imported, updated, rejected, rejectedUrl } = found;
  const share = status === 'FINISHED' ? 1 : size ? done / size : 0;
  return (
    <>
      <section className="card run-progress" aria-label={t('import.progress')}>
        <div className="card-body">
          <div className="list-row-head">
            <strong>{status === 'FINISHED' ? t('import.finished') : t(`import.status.${status}`)}</strong>
            <span className="quiet numbers">{format.percent(share)}</span>
          </div>
          <ProgressBar label={t('import.progress')} share={share} tone={status === 'FINISHED' ? 'good' : 'accent'} />
        </div>
      </section>
      <Stats>
        <Stat name={t('import.imported')} value={format.number(imported)} kind="good" />
        <Stat name={t('import.updated')} value={format.number(updated)} />
        <Stat
          name={t('import.rejected')}
          value={format.number(rejected)}
          {...(rejected > 0 ? { kind: 'bad' as const } : {})}
        />
      </Stats>
      {rejectedUrl && (
        <Banner
          kind="warn"
          title={t('import.rejected.title', { count: rejected })}
          action={
            <a className="button" data-variant="secondary" data-size="small" href={rejectedUrl} download>
              <Download size={16} aria-hidden />
              {t('import.rejected.download')}
            </a>
          }
        >
          {t('import.rejected.text')}
        </Banner>
      )}
      <div className="row">
        {status === 'RUNNING' && mayWrite && <Button onPress={() => setIsAsked(true)}>{t('import.cancel')}</Button>}
        {status !== 'RUNNING' && (
          <LinkButton href={`/devices?app=${found.app.id}`}>{t('apps.devices.show')}</LinkButton>
        )}
      </div>
      <CancelDialog found={found} isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </>
  );
};

/** Asks first: the file would have to be uploaded again. */
const CancelDialog = ({
  found: { id, fileName, status },
  isOpen,
  onClose,
}: {
  readonly found: ImportData;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) => {
  const { t } = useWords();
  const [cancel] = useAction(DeviceImportCancelDocument);
  return (
    <ConfirmDialog
      title={t('import.cancel.title', { name: fileName })}
      isOpen={isOpen}
      onClose={onClose}
      confirm={t('import.cancel')}
      isDangerous
      onConfirm={() => cancel({ id })}
    >
      <p className="dialog-text">{t(status === 'RUNNING' ? 'import.cancel.text' : 'import.cancel.unstarted')}</p>
    </ConfirmDialog>
  );
};
