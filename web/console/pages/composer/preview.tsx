import { ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useWords } from '../../i18n/i18n.js';
import { Logo } from '../../shell/logo.js';
import { useDebounced } from '../../ui/debounce.js';
import { isPicture } from './addresses.js';
import { emptyText, type MessageText } from './state.js';

/** A picture is fetched, and an address judged, once typing has paused for this long. */
export const TYPING_MS = 500;

/** Roughly what devices show of a message: every maker of phones draws it a little differently. */
export const Preview = ({ text }: { readonly text: MessageText }) => {
  const { t } = useWords();
  const app = t('preview.app');
  const isEmpty = text.title === '' && text.text === '';
  const image = useDebounced(text.image.trim(), TYPING_MS);
  const icon = useDebounced(text.icon.trim(), TYPING_MS);
  const title = <Words text={text.title} language={text.language} placeholder={t('preview.title')} />;
  const body = <Words text={text.text} language={text.language} placeholder={t('preview.text')} />;
  return (
    <div className="previews" data-empty={isEmpty || undefined}>
      <Device system="android">
        <p className="preview-app">
          <Logo size={16} />
          {app} · {t('preview.now')}
        </p>
        <div className="preview-line">
          <div className="preview-words">
            <p className="preview-title">{title}</p>
            <p className="preview-text">{body}</p>
          </div>
          <Picture className="preview-icon" address={icon} />
        </div>
        <Picture className="preview-image" address={image} />
      </Device>
      <Device system="ios">
        <div className="preview-line">
          <Logo size={34} />
          <div className="preview-words">
            <p className="preview-title">
              {title}
              <time>{t('preview.now')}</time>
            </p>
            <p className="preview-text">{body}</p>
          </div>
          <Picture className="preview-thumb" address={image} />
        </div>
      </Device>
      <Device system="browser">
        <Picture className="preview-image" address={image} />
        <div className="preview-line">
          {icon === '' ? <Logo size={34} /> : <Picture className="preview-icon" address={icon} />}
          <div className="preview-words">
            <p className="preview-title">{title}</p>
            <p className="preview-text">{body}</p>
            <p className="preview-origin">{hostOf(text.link) ?? app}</p>
          </div>
        </div>
      </Device>
    </div>
  );
};

const Device = ({
  system,
  children,
}: {
  readonly system: 'android' | 'ios' | 'browser';
  readonly children: ReactNode;
}) => {
  const { t } = useWords();
  return (
    <figure className="preview">
      <figcaption>{t(`preview.${system}`)}</figcaption>
      <div className="preview-screen" data-system={system}>
        <div className="preview-note">{children}</div>
      </div>
    </figure>
  );
};

/** From right to left where its language is written so. */
const Words = ({
  text,
  language,
  placeholder,
}: {
  readonly text: string;
  readonly language: string;
  readonly placeholder: string;
}) => (
  <span dir="auto" lang={text === '' ? undefined : language}>
    {text || placeholder}
  </span>
);

/** Says so where there is no picture at the address, which a device would silently leave out. */
const Picture = ({ className, address }: { readonly className: string; readonly address: string }) => {
  const { t } = useWords();
  const [broken, setBroken] = useState<string | null>(null);
  if (address === '') return null;
  if (broken !== address && isPicture(address)) {
    return <img className={className} src={address} alt="" loading="lazy" onError={() => setBroken(address)} />;
  }
  return (
    <span className={`${className} preview-broken`} title={t('preview.broken')}>
      <ImageOff size={16} aria-hidden />
      <span className="preview-broken-words">{t('preview.broken')}</span>
    </span>
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
      <TabPanel key={text.language} id={text.language} className="tab-panel">
        <Preview text={text} />
      </TabPanel>
    </Tabs>
  );
};
