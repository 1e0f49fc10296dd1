import { Component, type ReactNode } from 'react';
import { useTranslation } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/page.js';

/** Contains errors of a page. With the address as `key`, the next page starts without the error. */
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
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('error.crash.title')}
      action={<Button onPress={() => location.reload()}>{t('action.reload')}</Button>}
      text={t('error.crash.text')}
    />
  );
};
