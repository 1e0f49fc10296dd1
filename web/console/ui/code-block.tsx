import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/i18n.js';
import { Button } from './button.js';
import { showToast } from './toast.js';

const SAID_MS = 2_000;

export const CopyButton = ({ text, label }: { readonly text: string; readonly label?: string }) => {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), SAID_MS);
    } catch {
      // Browsers can refuse, and require https.
      showToast({ kind: 'bad', text: t('copy.refused') });
    }
  };
  return (
    <Button size="small" onPress={() => void copy()} aria-label={label} icon={isCopied ? Check : Copy}>
      <span aria-live="polite">{isCopied ? t('action.copied') : t('action.copy')}</span>
    </Button>
  );
};

/** Code or a secret, with a button that copies it. */
export const CodeBlock = ({ label, code }: { readonly label: string; readonly code: string }) => {
  const { t } = useTranslation();
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
