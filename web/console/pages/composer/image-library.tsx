import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  MediaDeleteDocument,
  UploadedImagesDocument,
  type UploadedImagesQuery,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog, useConfirm } from '../../ui/dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { ErrorNote, Skeleton } from '../../ui/page.js';

type Image = UploadedImagesQuery['media']['nodes'][number];

/** The images that were uploaded before, to choose or delete one. */
export const ImageLibrary = ({
  onChoose,
  onClose,
}: {
  readonly onChoose: (address: string) => void;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [after, setAfter] = useState<string | null>(null);
  const { data, error, isLoading, refresh } = usePageQuery(UploadedImagesDocument, { after });
  const [remove] = useAction(MediaDeleteDocument);
  const { askToDelete, dialog } = useConfirm();
  const images = data?.media.nodes ?? [];
  const confirmDelete = ({ id, name, pushCount }: Image) =>
    askToDelete({
      title: t('image.delete.title', { name }),
      text: pushCount > 0 ? t('image.delete.used', { count: pushCount }) : t('image.delete.text'),
      onConfirm: async () => {
        if ((await remove({ id, evenIfUsed: true })).ok) refresh();
      },
    });
  const pageInfo = data?.media.pageInfo;
  return (
    <Dialog
      title={t('image.library')}
      size="large"
      isOpen
      onClose={onClose}
      actions={
        <>
          {after !== null && <Button onPress={() => setAfter(null)}>{t('image.newest')}</Button>}
          {pageInfo?.hasNextPage && (
            <Button onPress={() => setAfter(pageInfo.endCursor ?? null)}>{t('image.older')}</Button>
          )}
          <Button onPress={onClose}>{t('action.cancel')}</Button>
        </>
      }
    >
      {error && !data && <ErrorNote error={error} />}
      {isLoading && <Skeleton lines={4} />}
      {data && images.length === 0 && <p className="dialog-text">{t('image.none')}</p>}
      <ul className="image-grid">
        {images.map((image) => (
          <ImageTile
            key={image.id}
            image={image}
            onChoose={(url) => {
              onChoose(url);
              onClose();
            }}
            onDelete={() => confirmDelete(image)}
          />
        ))}
      </ul>
      {dialog}
    </Dialog>
  );
};

const ImageTile = ({
  image: { name, url, width, height, bytes, pushCount },
  onChoose,
  onDelete,
}: {
  readonly image: Image;
  readonly onChoose: (url: string) => void;
  readonly onDelete: () => void;
}) => {
  const { t, format } = useTranslation();
  const size = t('image.size', { width, height, kilobytes: format.number(Math.ceil(bytes / 1_000)) });
  return (
    <li className="image-tile">
      {/* An image that is still being stored has no address yet. */}
      <button
        type="button"
        className="image-choice"
        disabled={!url}
        onClick={() => url && onChoose(url)}
        aria-label={t('image.use', { name })}
      >
        {url && <img src={new URL(url).pathname} alt="" loading="lazy" />}
      </button>
      <span className="image-name" title={name}>
        {name}
      </span>
      <span className="field-hint">{size}</span>
      <span className="row">
        <span className="field-hint">{t('image.usedBy', { count: pushCount })}</span>
        <IconButton label={t('action.remove', { name })} size="small" icon={Trash2} onPress={onDelete} />
      </span>
    </li>
  );
};
