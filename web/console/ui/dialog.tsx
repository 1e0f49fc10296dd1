import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from '../i18n/i18n.js';
import { Button } from './button.js';
import { IconButton } from './icon-button.js';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  /** Only its own buttons close it. */
  readonly isSticky?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
}

export const Dialog = ({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'medium',
  isSticky = false,
  role = 'dialog',
}: DialogProps) => {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={!isSticky}
      isKeyboardDismissDisabled={isSticky}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="modal" data-size={size}>
        <AriaDialog className="dialog" role={role}>
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            {!isSticky && <IconButton label={t('action.close')} icon={<X size={18} aria-hidden />} onPress={onClose} />}
          </header>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <footer className="dialog-actions">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};

/** Asks before an action that sends, or that cannot be undone. */
export const ConfirmDialog = ({
  title,
  children,
  isOpen,
  onClose,
  confirm,
  dismiss,
  onConfirm,
  isDangerous = false,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The label of the button that confirms. */
  readonly confirm: string;
  /** The label of the button that only closes the dialog. "Cancel" would be ambiguous where the question is about it. */
  readonly dismiss?: string;
  /** The dialog closes once it resolves. */
  readonly onConfirm: () => Promise<unknown> | undefined;
  readonly isDangerous?: boolean;
}) => {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const go = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
    } finally {
      setIsBusy(false);
      onClose();
    }
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{dismiss ?? t('action.cancel')}</Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} onPress={() => void go()} isPending={isBusy} autoFocus>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};

export interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms. */
  readonly confirm: string;
  readonly dismiss?: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => Promise<unknown>;
}

/** `ask` opens a dialog with a question, which the component must render as `dialog`. */
export const useConfirm = (): { readonly ask: (question: Question) => void; readonly dialog: ReactNode } => {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: Question) => {
    setQuestion(next);
    setIsOpen(true);
  };
  const dialog = question && (
    <ConfirmDialog {...question} isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <p className="dialog-text">{question.text}</p>
    </ConfirmDialog>
  );
  return { ask, dialog };
};
