import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useWords } from '../../i18n/i18n.js';
import { Logo } from '../../shell/logo.js';
import { emptyText, type MessageText } from './state.js';

/** About what devices show of a message; every maker of phones draws it a little differently. */
export const Preview = ({ text, appName }: { readonly text: MessageText; readonly appName?: string }) => {
  const { t } = useWords();
  const title = text.title || t('preview.title');
  const body = text.text || t('preview.text');
  const app = appName ?? t('preview.app');
  const isEmpty = text.title === '' && text.text === '';
  const picture = text.image !== '' && <img className="preview-image" src={text.image} alt="" loading="lazy" />;
  const icon = text.icon === '' ? <Logo size={34} /> : <img className="preview-icon" src={text.icon} alt="" />;
  return (
    <div className="previews" data-empty={isEmpty || undefined}>
      <figure className="preview">
        <figcaption>{t('preview.android')}</figcaption>
        <div className="preview-screen" data-system="android">
          <div className="preview-note">
            <p className="preview-app">
              <Logo size={16} />
              {app} · {t('preview.now')}
            </p>
            <div className="preview-line">
              <div className="preview-words">
                <p className="preview-title">{title}</p>
                <p className="preview-text">{body}</p>
              </div>
              {text.icon !== '' && icon}
            </div>
            {picture}
          </div>
        </div>
      </figure>
      <figure className="preview">
        <figcaption>{t('preview.ios')}</figcaption>
        <div className="preview-screen" data-system="ios">
          <div className="preview-note">
            <div className="preview-line">
              <Logo size={34} />
              <div className="preview-words">
                <p className="preview-title">
                  <span>{title}</span>
                  <time>{t('preview.now')}</time>
                </p>
                <p className="preview-text">{body}</p>
              </div>
              {text.image !== '' && <img className="preview-thumb" src={text.image} alt="" loading="lazy" />}
            </div>
          </div>
        </div>
      </figure>
      <figure className="preview">
        <figcaption>{t('preview.browser')}</figcaption>
        <div className="preview-screen" data-system="browser">
          <div className="preview-note">
            {picture}
            <div className="preview-line">
              {icon}
              <div className="preview-words">
                <p className="preview-title">{title}</p>
                <p className="preview-text">{body}</p>
                <p className="preview-origin">{hostOf(text.link) ?? app}</p>
              </div>
            </div>
          </div>
        </div>
      </figure>
    </div>
  );
};

const hostOf = (link: string): string | null => {
  try {
    return new URL(link).host || null;
  } catch {
    return null;
  }
};

/** The message in each of its languages. */
export const PreviewTabs = ({
  texts,
  defaultLang,
}: {
  readonly texts: readonly MessageText[];
  readonly defaultLang: string;
}) => {
  const { t, format } = useWords();
  const [chosen, setChosen] = useState(defaultLang);
  const text = texts.find(({ language }) => language === chosen) ?? texts[0] ?? emptyText(defaultLang);
  if (texts.length < 2) return <Preview text={text} />;
  return (
    <Tabs selectedKey={text.language} onSelectionChange={(key) => setChosen(String(key))} className="tabs">
      <TabList aria-label={t('composer.languages')} className="tab-list">
        {texts.map(({ language }) => (
          <Tab key={language} id={language} className="tab">
            {format.language(language)}
          </Tab>
        ))}
      </TabList>
      <TabPanel id={text.language} className="tab-panel">
        <Preview text={text} />
      </TabPanel>
    </Tabs>
  );
};
