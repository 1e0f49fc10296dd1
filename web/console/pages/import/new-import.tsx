import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import {
  AppChoicesDocument,
  DeviceImportCreateDocument,
  type ImportFormat,
  type PushProvider,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useTranslation } from '../../i18n/i18n.js';
import { failureText, Refusal } from '../../session/session-api.js';
import { useIsHere } from '../../shell/leaving.js';
import { Button, LinkButton } from '../../ui/button.js';
import { SelectField } from '../../ui/fields.js';
import { FileField } from '../../ui/file-field.js';
import { Card, EmptyState, ProgressBar } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { neededColumns, OTHER_COLUMNS, sampleFile } from './sample-file.js';
import { uploadFile } from './upload-file.js';

export const NewImport = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { data } = usePageQuery(AppChoicesDocument, {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [create] = useAction(DeviceImportCreateDocument);
  // The upload continues after the page is left.
  const isHere = useIsHere();
  const apps = data?.apps.nodes ?? [];
  const app = apps.find(({ id }) => id === chosen) ?? apps[0];
  const appId = app?.id ?? null;
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
      const text = reason instanceof Refusal ? failureText(t, reason, 'file') : t('import.upload.failed');
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
          text={t('import.noApps.text')}
        />
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
        {app && <Columns provider={app.pushProvider} />}
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

/** The columns that a file for this provider can have, and a sample file. */
const Columns = ({ provider }: { readonly provider: PushProvider }) => {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <p className="field-hint">
        {t('import.needed', { provider: t(`provider.${provider}`) })} <Names of={neededColumns(provider)} />
        <br />
        {t('import.others')} <Names of={OTHER_COLUMNS} />
        <br />
        {t('import.tagsHint')}
      </p>
      <div className="row">
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(sampleFile(provider))}`}
          download={`${provider.toLowerCase()}-sample.csv`}
        >
          <Download size={16} aria-hidden />
          {t('import.sampleFile')}
        </a>
      </div>
    </div>
  );
};

const Names = ({ of: names }: { readonly of: readonly string[] }) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </span>
  ));

const formatOf = (name: string): ImportFormat | null => {
  if (/\.(?:csv|tsv|txt)$/i.test(name)) return 'CSV';
  return /\.(?:jsonl|ndjson)$/i.test(name) ? 'JSONL' : null;
};
