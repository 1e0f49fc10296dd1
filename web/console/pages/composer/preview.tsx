import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useTranslation } from '../../i18n/i18n.js';
import { TYPING_MS, useDebounced } from '../../ui/debounce.js';
import { AndroidDevice, BrowserDevice, IosDevice, type Shown } from './devices.js';
import { useExactPreview, withRendered } from './exact-preview.js';
import { NO_SETTINGS, type Settings } from './fields/field-values.js';
import { hasTemplates } from './personal/template-text.js';
import { emptyText, type Message, type MessageText } from './state.js';

interface PreviewProps {
  readonly text: MessageText;
  readonly settings?: Settings | undefined;
  /** The name of the application. */
  readonly app?: string | undefined;
}

/** Roughly what devices show. Each manufacturer displays messages a little differently. */
export const Preview = ({ text, settings = NO_SETTINGS, app }: PreviewProps) => {
  const { t } = useTranslation();
  const image = useDebounced(text.image.trim(), TYPING_MS);
  const icon = useDebounced(text.icon.trim(), TYPING_MS);
  const isEmpty = text.title === '' && text.text === '';
  const shown: Shown = { text, settings, image, icon, app: app ?? t('preview.app') };
  return (
    <div className="previews" data-empty={isEmpty || undefined}>
      <AndroidDevice shown={shown} />
      <IosDevice shown={shown} />
      <BrowserDevice shown={shown} />
    </div>
  );
};

/** The message in each of its languages. Personal texts are shown with their fallbacks. */
export const PreviewTabs = ({ message, app }: { readonly message: Message; readonly app?: string | undefined }) => {
  const { t, format } = useTranslation();
  const { texts, defaultLang } = message;
  const [chosen, setChosen] = useState(defaultLang);
  const text = texts.find(({ language }) => language === chosen) ?? texts[0] ?? emptyText(defaultLang);
  const preview = hasTemplates({ texts: [text] }) ? (
    <RenderedPreview message={message} text={text} app={app} />
  ) : (
    <Preview text={text} settings={message.settings} app={app} />
  );
  if (texts.length < 2) return preview;
  return (
    <Tabs selectedKey={text.language} onSelectionChange={(key) => setChosen(String(key))} className="tabs">
      <TabList aria-label={t('composer.languages')} className="tab-list">
        {texts.map(({ language }) => (
          <Tab key={language} id={language} className="tab">
            {format.language(language)}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={text.language} id={text.language} className="tab-panel">
        {preview}
      </TabPanel>
    </Tabs>
  );
};

const RenderedPreview = ({
  message,
  text,
  app,
}: {
  readonly message: Message;
  readonly text: MessageText;
  readonly app: string | undefined;
}) => {
  const { rendered } = useExactPreview(message, text.language, null);
  const shown = rendered ? withRendered(text, rendered) : text;
  return <Preview text={shown} settings={message.settings} app={app} />;
};
