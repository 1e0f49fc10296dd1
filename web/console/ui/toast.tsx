import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useTranslation } from '../i18n/i18n.js';
import { createStore, useStore } from '../store.js';
import { Button } from './button.js';

export interface Toast {
  readonly kind: 'good' | 'bad';
  readonly text: string;
}

const SHOWN_MS = 8_000;
const MOST = 4;

const toasts = createStore<readonly (Toast & { readonly id: number })[]>([]);
let last = 0;

/** Shows a text in a corner of the page for some seconds, and announces it to screen readers. */
export const showToast = (toast: Toast): void => {
  last += 1;
  const id = last;
  toasts.set([...toasts.get().filter(({ text }) => text !== toast.text), { ...toast, id }].slice(-MOST));
  setTimeout(() => dismiss(id), SHOWN_MS);
};

const dismiss = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

export const Toasts = () => {
  const { t } = useTranslation();
  const shown = useStore(toasts);
  return (
    <section className="toasts" aria-label={t('toasts.label')} aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className="toast" data-kind={kind}>
          {kind === 'good' ? <CircleCheck size={18} aria-hidden /> : <CircleAlert size={18} aria-hidden />}
          <p>{text}</p>
          <Button aria-label={t('action.close')} variant="quiet" size="small" icon={X} onPress={() => dismiss(id)} />
        </div>
      ))}
    </section>
  );
};
