import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { Dialog } from '../../ui/dialog.js';
import { FileField } from '../../ui/file-field.js';
import { Banner } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { type Message, textIn, withText } from './state.js';
import { type LineProblem, readTranslations, type TranslationLine } from './translations-csv.js';
import type { MessageDialogProps } from './utm-dialog.js';

const MAX_BYTES = 64 * 2 ** 20;
const SHOWN = 100;

interface ReadFile {
  readonly name: string;
  readonly translations: readonly TranslationLine[];
  readonly problems: readonly LineProblem[];
}

/** Reads a CSV file. Its languages replace those of the message; the others stay. */
export const ImportTranslationsDialog = ({ message, onChange, onClose }: MessageDialogProps) => {
  const { t } = useTranslation();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const read = async (chosen: File) => {
    const text = chosen.size > MAX_BYTES ? null : decodeUtf8(await chosen.arrayBuffer());
    setError(text === null ? t(chosen.size > MAX_BYTES ? 'csv.tooLarge' : 'csv.encoding') : null);
    setFile(text === null ? null : { name: chosen.name, ...readTranslations(text) });
  };
  const { translations = [], problems = [] } = file ?? {};
  const apply = () => {
    onChange(withTranslations(message, translations));
    showToast({ kind: 'good', text: t('csv.imported', { count: translations.length }) });
    onClose();
  };
  return (
    <Dialog
      title={t('csv.title')}
      isOpen
      onClose={onClose}
      confirm={{ name: t('csv.import'), onPress: apply, isDisabled: translations.length === 0 }}
    >
      <div className="stack">
        <FileField
          label={t('csv.file')}
          accept={['.csv', 'text/csv']}
          chosen={file?.name ?? null}
          hint={t('csv.hint')}
          error={error}
          onFile={(chosen) => void read(chosen)}
        />
        {translations.length > 0 && <Banner kind="good">{t('csv.ready', { count: translations.length })}</Banner>}
        <Problems problems={problems} />
      </div>
    </Dialog>
  );
};

const Problems = ({ problems }: { readonly problems: readonly LineProblem[] }) => {
  const { t, format } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <Banner kind="bad" title={t('csv.problems', { count: problems.length })}>
      <ol className="line-problems">
        {problems.slice(0, SHOWN).map(({ line, problem, about = '' }, at) => (
          // A line may have several problems, and the list never changes.
          <li key={at}>
            {t('csv.line', { line: format.number(line), problem: t(`csv.problem.${problem}`, { about: clip(about) }) })}
          </li>
        ))}
      </ol>
      {problems.length > SHOWN && t('csv.more', { count: problems.length - SHOWN })}
    </Banner>
  );
};

const withTranslations = (message: Message, translations: readonly TranslationLine[]): Message => {
  const isEmpty = message.texts.every(({ title, text }) => title.trim() === '' && text.trim() === '');
  const [first] = translations;
  // A message that is still blank has no language worth keeping.
  const start = isEmpty && first ? { ...message, defaultLang: first.language, texts: [] } : message;
  return translations.reduce(
    (done: Message, line) => withText(done, { ...textIn(done, line.language), ...line }),
    start,
  );
};

const MAX_ABOUT = 80;
const clip = (text: string): string =>
  [...text].length > MAX_ABOUT ? `${[...text].slice(0, MAX_ABOUT).join('')}…` : text;

const decodeUtf8 = (bytes: ArrayBuffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};
