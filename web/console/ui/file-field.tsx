import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { FileDropItem } from 'react-aria-components';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTranslation } from '../i18n/i18n.js';
import { Button } from './button.js';

/** Accepts a file by selection or by dropping. `chosen` is the text to show for it. */
export const FileField = ({
  label,
  hint,
  accept,
  chosen,
  error,
  onFile,
}: {
  readonly label: string;
  readonly hint?: string;
  /** Extensions such as `.json`. */
  readonly accept: readonly string[];
  readonly chosen: string | null;
  readonly error?: string | null;
  readonly onFile: (file: File) => void;
}) => {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);
  const choose = t(chosen === null ? 'file.choose' : 'file.chooseOther');
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <DropZone
        className="drop-zone"
        aria-label={label}
        data-over={isOver || undefined}
        onDropEnter={() => setIsOver(true)}
        onDropExit={() => setIsOver(false)}
        onDrop={(event) => {
          setIsOver(false);
          const item = event.items.find((each): each is FileDropItem => each.kind === 'file');
          void item?.getFile().then(onFile);
        }}
      >
        <FileUp size={20} aria-hidden />
        <span className="drop-zone-words">{chosen ?? t('file.drop')}</span>
        <FileTrigger
          acceptedFileTypes={[...accept]}
          onSelect={(files) => {
            const file = files?.item(0);
            if (file) onFile(file);
          }}
        >
          <Button size="small" aria-label={`${choose}: ${label}`}>
            {choose}
          </Button>
        </FileTrigger>
      </DropZone>
      {hint !== undefined && <span className="field-hint">{hint}</span>}
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
};
