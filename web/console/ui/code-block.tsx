import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/i18n.js';
import { Button } from './button.js';
import { showToast } from './toast.js';

const SAID_MS = 2_000;

/** Puts a text on the clipboard, and says so. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label?: string }) => {
  const { t } = useWords();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), SAID_MS);
    } catch {
      // Without https, or where the browser does not allow it.
      showToast({ kind: 'bad', text: t('copy.refused') });
    }
  };
  return (
    <Button
      size="small"
      onPress={() => void copy()}
      aria-label={label}
      icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    >
      <span aria-live="polite">{isCopied ? t('action.copied') : t('action.copy')}</span>
    </Button>
  );
};

/** Text to be copied as it is: code, or a secret that is shown once. */
export const CodeBlock = ({ label, code }: { readonly label: string; readonly code: string }) => {
  const { t } = useWords();
  return (
    <figure className="code-figure">
      <figcaption className="code-head">
        <span>{label}</span>
        <CopyButton text={code} label={t('copy.label', { name: label })} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="code-block" tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
};
