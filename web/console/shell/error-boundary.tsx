import { Component, type ReactNode } from 'react';
import { useWords } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/page.js';

/** A page that throws takes nothing else with it. Give it the page's address as `key`, and the next page begins anew. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Crash /> : this.props.children;
  }
}

const Crash = () => {
  const { t } = useWords();
  return (
    <EmptyState
      title={t('error.crash.title')}
      action={<Button onPress={() => location.reload()}>{t('action.reload')}</Button>}
    >
      {t('error.crash.text')}
    </EmptyState>
  );
};
