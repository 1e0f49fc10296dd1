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
} from '../../graph/generated/graphql.js';
import { useAction, useLive, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { useConfirm } from '../../ui/dialog.js';
import { SelectField } from '../../ui/fields.js';
import { Found } from '../../ui/found.js';
import { Banner, Card, EmptyState, PageHeader, ProgressBar, Stat, Stats } from '../../ui/page.js';
import { ADDRESSES, attributesFor, FIELDS, isAttribute, keyOf, NEEDED, NOTHING } from './import-fields.js';
import { ImportBadge } from './import-page.js';
import { useUploadShare } from './upload-file.js';

type ImportData = NonNullable<DeviceImportQuery['deviceImport']>;

/** An import: its first lines, then its progress, then its result. */
const OneImportPage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const mayWrite = useMay('write');
  const query = usePageQuery(DeviceImportDocument, { id, mayWrite });
  const status = query.data?.deviceImport?.status;
  useLive(
    DeviceImportProgressDocument,
    { id, mayWrite },
    { pause: status !== 'RUNNING' && status !== 'WAITING_FOR_FILE' },
  );
  return (
    <Found query={query} item={query.data?.deviceImport} parent={{ href: '/import', name: t('nav.import') }}>
      {(found) => <Details found={found} />}
    </Found>
  );
};

export default OneImportPage;

const Details = ({ found }: { readonly found: ImportData }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const { id, status } = found;
  return (
    <>
      <PageHeader
        title={found.fileName}
        badge={<ImportBadge status={status} />}
        lead={found.app.name}
        parent={{ href: '/import', name: t('nav.import') }}
      />
      {found.message && (
        <Banner kind="bad">{found.failure ? t(`import.failure.${found.failure}`) : found.message}</Banner>
      )}
      {status === 'WAITING_FOR_FILE' && <Waiting id={id} />}
      {/* Viewers get no lines of the file, but the columns of a CSV file. */}
      {status === 'UPLOADED' && (mayWrite || found.format === 'CSV') && <Mapping key={id} found={found} />}
      {['RUNNING', 'FINISHED', 'CANCELLED', 'FAILED'].includes(status) && <Result found={found} />}
    </>
  );
};

/** The file may be uploading from this tab, from elsewhere, or not at all. */
const Waiting = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation();
  const share = useUploadShare(id);
  if (share === null) {
    return (
      <EmptyState
        title={t('import.status.WAITING_FOR_FILE')}
        action={<LinkButton href="/import">{t('import.new')}</LinkButton>}
        text={t('import.waiting.text')}
      />
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

/** The first lines, with the meaning of each column. The service guesses it from the name. */
const Mapping = ({ found }: { readonly found: ImportData }) => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const isTable = found.format === 'CSV';
  const [meanings, setMeanings] = useState<readonly (string | null)[]>(() =>
    found.columns.map(({ field, attribute }) => field ?? attribute ?? null),
  );
  const fields = meanings.map((meaning) => FIELDS.find((field) => field === meaning) ?? null);
  const [start, isStarting] = useAction(DeviceImportStartDocument);
  const [confirmCancel, dialog] = useCancel(found);
  const needed = NEEDED[found.app.pushProvider];
  const lacking = isTable ? needed.filter((field) => !fields.includes(field)) : [];
  const twice = fields.filter(
    (field, index): field is ImportField => field !== null && fields.indexOf(field) !== index,
  );
  const namesOf = (some: readonly ImportField[]) =>
    format.list([...new Set(some)].map((field) => t('import.fieldName', { name: t(`import.field.${field}`) })));
  const choices = FIELDS.filter((field) => needed.includes(field) || !ADDRESSES.includes(field));
  const attributesTwice = meanings.filter(
    (meaning, index): meaning is string => isAttribute(meaning) && meanings.indexOf(meaning) !== index,
  );
  const toColumn = ({ column }: { readonly column: string }, index: number) => {
    const meaning = meanings[index] ?? null;
    return { column, field: fields[index] ?? null, attribute: isAttribute(meaning) ? meaning : null };
  };
  const go = () => start({ id: found.id, columns: isTable ? found.columns.map(toColumn) : null });
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
                  {found.columns.map(({ column, attribute }, index) => (
                    <th key={column} scope="col">
                      <span className="sample-name">{column}</span>
                      <SelectField
                        label={t('import.columnOf', { column })}
                        isLabelHidden
                        value={meanings[index] ?? NOTHING}
                        options={[
                          { id: NOTHING, name: t('import.field.none') },
                          ...choices.map((id) => ({ id, name: t(`import.field.${id}`) })),
                          ...attributesFor(column, attribute).map((id) => ({
                            id,
                            name: t(id.startsWith('attr.') ? 'import.field.attribute' : 'import.field.ownAttribute', {
                              name: keyOf(id),
                            }),
                          })),
                        ]}
                        onChange={(meaning) =>
                          setMeanings(
                            meanings.map((old, at) => (at !== index ? old : meaning === NOTHING ? null : meaning)),
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
                    <td key={at} className="sample-cell" data-out={(isTable && meanings[at] == null) || undefined}>
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
        {attributesTwice.length > 0 && (
          <Banner kind="warn">
            {t('import.twice', {
              count: attributesTwice.length,
              fields: format.list([...new Set(attributesTwice)].map((name) => t('import.fieldName', { name }))),
            })}
          </Banner>
        )}
        {mayWrite && (
          <div className="row">
            <Button
              variant="primary"
              onPress={() => void go()}
              isPending={isStarting}
              isDisabled={lacking.length + twice.length + attributesTwice.length > 0}
            >
              {t('import.start')}
            </Button>
            <Button variant="quiet" onPress={confirmCancel}>
              {t('import.cancel')}
            </Button>
          </div>
        )}
        {dialog}
      </div>
    </Card>
  );
};

const Result = ({ found }: { readonly found: ImportData }) => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const [confirmCancel, dialog] = useCancel(found);
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
        {status === 'RUNNING' && mayWrite && <Button onPress={confirmCancel}>{t('import.cancel')}</Button>}
        {status !== 'RUNNING' && (
          <LinkButton href={`/devices?app=${found.app.id}`}>{t('apps.devices.show')}</LinkButton>
        )}
      </div>
      {dialog}
    </>
  );
};

/** Asks first, because the file would have to be uploaded again. */
const useCancel = ({ id, fileName, status }: ImportData) => {
  const { t } = useTranslation();
  const [cancel] = useAction(DeviceImportCancelDocument);
  const { ask, dialog } = useConfirm();
  const confirmCancel = () =>
    ask({
      title: t('import.cancel.title', { name: fileName }),
      text: t(status === 'RUNNING' ? 'import.cancel.text' : 'import.cancel.unstarted'),
      confirm: t('import.cancel'),
      dismiss: t('action.goBack'),
      isDangerous: true,
      onConfirm: () => cancel({ id }),
    });
  return [confirmCancel, dialog] as const;
};
