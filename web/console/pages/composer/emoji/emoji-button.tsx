import { Smile } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from '../../../i18n/i18n.js';
import { Skeleton } from '../../../ui/page.js';

/** The picker and its emoji are loaded when it is first opened. */
const EmojiPicker = lazy(() => import('./emoji-picker.js'));

export const EmojiButton = ({
  field,
  onPick,
}: {
  /** The label of the field that gets the emoji. */
  readonly field: string;
  readonly onPick: (emoji: string) => void;
}) => {
  const { t } = useTranslation();
  return (
    <DialogTrigger>
      <AriaButton
        className="button icon-button emoji-button"
        data-variant="quiet"
        data-size="small"
        aria-label={t('emoji.open', { field })}
      >
        <Smile size={16} aria-hidden />
      </AriaButton>
      <Popover className="popover emoji-popover" placement="bottom end" offset={4}>
        <Dialog className="emoji-dialog" aria-label={t('emoji.title')}>
          {({ close }) => (
            <Suspense fallback={<Skeleton lines={5} />}>
              <EmojiPicker
                onPick={(emoji) => {
                  close();
                  onPick(emoji);
                }}
              />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};
