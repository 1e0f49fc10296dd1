import { useState } from 'react';
import { AppMessageDefaultsDocument } from '../../graph/generated/graphql.js';
import { useAction } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useForm } from '../../ui/form.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Card } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { SETTING_LIST } from '../composer/fields/field-list.js';
import { fromGraph, isSettingValid, NO_SETTINGS, toSettingsInput } from '../composer/fields/field-values.js';
import { SettingsForm } from '../composer/fields/settings-form.js';
import { summaryOf } from '../composer/fields/summary.js';
import type { AppDetail } from './app-page.js';

const NAMES = SETTING_LIST.map(({ name }) => name);

/** The options of messages that leave them out. */
export const MessageDefaultsCard = ({ app }: { readonly app: AppDetail }) => {
  const words = useTranslation();
  const { t } = words;
  const mayWrite = useMay('write');
  const [isOpen, setIsOpen] = useState(false);
  const settings = app.messageDefaults ? fromGraph(app.messageDefaults) : NO_SETTINGS;
  return (
    <Card
      title={t('defaults.title')}
      lead={t('defaults.lead')}
      aside={
        mayWrite && (
          <Button size="small" onPress={() => setIsOpen(true)}>
            {t('defaults.change')}
          </Button>
        )
      }
    >
      <p>{summaryOf(NAMES, settings, words) || t('defaults.none')}</p>
      {isOpen && <DefaultsDialog app={app} onClose={() => setIsOpen(false)} />}
    </Card>
  );
};

const DefaultsDialog = ({ app, onClose }: { readonly app: AppDetail; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [update] = useAction(AppMessageDefaultsDocument, { quiet: true });
  const form = useForm({
    initial: { settings: app.messageDefaults ? fromGraph(app.messageDefaults) : NO_SETTINGS },
    save: ({ settings }) => {
      const messageDefaults = toSettingsInput(settings);
      const isEmpty = Object.keys(messageDefaults).length === 0;
      return update({ id: app.id, input: { messageDefaults: isEmpty ? null : messageDefaults } });
    },
    onSaved: () => {
      showToast({ kind: 'good', text: t('defaults.saved') });
      onClose();
    },
  });
  const { settings } = form.values;
  return (
    <FormDialog
      form={form}
      title={t('defaults.title')}
      size="large"
      isIncomplete={!NAMES.every((name) => isSettingValid(name, settings))}
      onClose={onClose}
    >
      <SettingsForm
        edited={{ settings, texts: [] }}
        onChange={({ settings }) => form.change({ settings })}
        providers={[app.pushProvider]}
      />
    </FormDialog>
  );
};
