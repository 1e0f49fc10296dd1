import { Images, ImageUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FileDropItem } from 'react-aria-components';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTranslation } from '../../i18n/i18n.js';
import { sendFile } from '../../session/send-file.js';
import { failureText, Refusal } from '../../session/session-api.js';
import { Button } from '../../ui/button.js';
import { ProgressBar } from '../../ui/page.js';
import { ImageLibrary } from './image-library.js';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * Adds an upload to the field of an image's address: by button, by dropping a file, or by choosing an earlier one.
 * @param children the field itself
 */
export const ImageField = ({
  label,
  value,
  isShown,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: string;
  /** Whether the address is one that can be shown. */
  readonly isShown: boolean;
  readonly onChange: (address: string) => void;
  readonly children: ReactNode;
}) => {
  const { t } = useTranslation();
  const [isChoosing, setIsChoosing] = useState(false);
  const { share, error, upload } = useUpload(onChange);
  return (
    <div className="field">
      {children}
      <DropZone
        className="image-drop"
        aria-label={t('image.dropFor', { field: label })}
        onDrop={(event) => {
          const item = event.items.find((each): each is FileDropItem => each.kind === 'file');
          void item?.getFile().then(upload);
        }}
      >
        {value !== '' && isShown && share === null && (
          // The address was typed by the person who sees it.
          <img className="image-shown" src={value} alt="" referrerPolicy="no-referrer" />
        )}
        {share === null ? (
          <>
            <span>{t('image.drop')}</span>
            <FileTrigger acceptedFileTypes={TYPES} onSelect={(files) => void upload(files?.item(0) ?? null)}>
              <Button size="small" icon={ImageUp} aria-label={`${t('image.upload')}: ${label}`}>
                {t('image.upload')}
              </Button>
            </FileTrigger>
            <Button
              size="small"
              variant="quiet"
              icon={Images}
              aria-label={`${t('image.choose')}: ${label}`}
              onPress={() => setIsChoosing(true)}
            >
              {t('image.choose')}
            </Button>
          </>
        ) : (
          <ProgressBar label={t('image.uploading', { field: label })} share={share} />
        )}
      </DropZone>
      {error !== null && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
      {isChoosing && <ImageLibrary onChoose={onChange} onClose={() => setIsChoosing(false)} />}
    </div>
  );
};

/** Uploads one image at a time; leaving the page cancels it. */
const useUpload = (onChange: (address: string) => void) => {
  const { t } = useTranslation();
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  // The form may have changed while the file was on its way.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const upload = async (file: File | null) => {
    const signal = leaving.current?.signal;
    if (!file || !signal || share !== null) return;
    setError(null);
    setShare(0);
    try {
      const path = `/media?name=${encodeURIComponent([...file.name].slice(-255).join(''))}`;
      const answer = await sendFile({ method: 'POST', path, file, onProgress: setShare, signal });
      if (!signal.aborted) latest.current((answer as { readonly url: string }).url);
    } catch (reason) {
      setError(reason instanceof Refusal ? failureText(t, reason, 'picture') : t('image.failed'));
    } finally {
      setShare(null);
    }
  };
  return { share, error, upload };
};
