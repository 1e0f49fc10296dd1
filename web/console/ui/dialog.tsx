import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from '../i18n/i18n.js';
import { Button, type ButtonProps } from './button.js';
import { IconButton } from './icon-button.js';

interface ConfirmButton extends Pick<ButtonProps, 'onPress' | 'isPending' | 'isDisabled' | 'autoFocus'> {
  readonly name: string;
  readonly isDangerous?: boolean;
}

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The button that does what the dialog is for, after one that only closes it. */
  readonly confirm?: ConfirmButton;
  /** The label of the button that only closes the dialog. "Cancel" would be ambiguous where the question is about it. */
  readonly dismiss?: string | undefined;
  /** Instead of the two buttons. */
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
  confirm,
  dismiss,
  actions = confirm && <Confirm {...confirm} dismiss={dismiss} onClose={onClose} />,
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
            {!isSticky && <IconButton label={t('action.close')} icon={X} onPress={onClose} />}
          </header>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <footer className="dialog-actions">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};

const Confirm = ({
  name,
  isDangerous = false,
  dismiss,
  onClose,
  ...props
}: ConfirmButton & Pick<DialogProps, 'dismiss' | 'onClose'>) => {
  const { t } = useTranslation();
  return (
    <>
      <Button onPress={onClose}>{dismiss ?? t('action.cancel')}</Button>
      <Button variant={isDangerous ? 'danger' : 'primary'} {...props}>
        {name}
      </Button>
    </>
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
  readonly dismiss?: string;
  /** The dialog closes once it resolves. */
  readonly onConfirm: () => Promise<unknown> | undefined;
  readonly isDangerous?: boolean;
}) => {
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
      confirm={{ name: confirm, isDangerous, onPress: () => void go(), isPending: isBusy, autoFocus: true }}
      dismiss={dismiss}
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

interface Confirmation {
  /** Opens a dialog with a question, which the component must render as `dialog`. */
  readonly ask: (question: Question) => void;
  readonly askToDelete: (question: Pick<Question, 'title' | 'text' | 'onConfirm'>) => void;
  readonly dialog: ReactNode;
}

export const useConfirm = (): Confirmation => {
  const { t } = useTranslation();
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
  return {
    ask,
    askToDelete: (deletion) => ask({ ...deletion, confirm: t('action.delete'), isDangerous: true }),
    dialog,
  };
};
