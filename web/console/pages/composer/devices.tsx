import { ChevronDown, ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { Logo } from '../../shell/logo.js';
import { ChoiceField } from '../../ui/fields.js';
import { isPicture } from './addresses.js';
import type { Settings } from './fields/field-values.js';
import { isTemplate } from './personal/template-text.js';
import type { MessageText } from './state.js';

/** The parts of a message that a device shows. */
export interface Shown {
  readonly text: MessageText;
  readonly settings: Settings;
  /** The address of the image, once typing pauses; the same for the icon. */
  readonly image: string;
  readonly icon: string;
  readonly app: string;
}

const ANDROID_VIEWS = ['expanded', 'collapsed', 'lock'] as const;
const IOS_VIEWS = ['lock', 'banner', 'open'] as const;
/** Browsers show no more. */
const BROWSER_BUTTONS = 2;

export const AndroidDevice = ({ shown }: { readonly shown: Shown }) => {
  const { t } = useTranslation();
  const [view, setView] = useState<(typeof ANDROID_VIEWS)[number]>('expanded');
  const { text, settings, image, icon, app } = shown;
  const isOpen = view === 'expanded';
  const isHidden = view === 'lock' && settings.visibility === 'PRIVATE';
  const isSecret = view === 'lock' && settings.visibility === 'SECRET';
  const hasMore = text.subtitle !== '' || (settings.buttons ?? []).length > 0;
  return (
    <Device
      system="android"
      view={view}
      views={ANDROID_VIEWS.map((id) => ({ id, name: t(`preview.android.${id}`) }))}
      onView={setView}
      language={text.language}
      instead={settings.silent ? t('preview.silent') : isSecret ? t('preview.secret') : null}
      note={hasMore && settings.render !== 'APP' ? t('preview.android.appDraws') : null}
    >
      <p className="preview-app">
        <AppIcon color={settings.color} />
        <span className="preview-app-words">
          {[app, isHidden ? '' : text.subtitle, t('preview.now')].filter(Boolean).join(' · ')}
        </span>
        <ChevronDown size={14} aria-hidden data-open={isOpen || undefined} className="preview-chevron" />
      </p>
      <div className="preview-line">
        <div className="preview-words">
          {isHidden ? (
            <p className="preview-text">{t('preview.hidden')}</p>
          ) : (
            <Words text={text} lines={isOpen ? 8 : 1} />
          )}
        </div>
        {!isHidden && <Picture className="preview-icon" address={isOpen ? icon : image || icon} />}
      </div>
      {isOpen && <Picture className="preview-image" address={image} />}
      {isOpen && <Buttons shown={shown} />}
    </Device>
  );
};

export const IosDevice = ({ shown }: { readonly shown: Shown }) => {
  const { t } = useTranslation();
  const [view, setView] = useState<(typeof IOS_VIEWS)[number]>('lock');
  const { text, settings, image } = shown;
  const isOpen = view === 'open';
  return (
    <Device
      system="ios"
      view={view}
      views={IOS_VIEWS.map((id) => ({ id, name: t(`preview.ios.${id}`) }))}
      onView={setView}
      language={text.language}
      instead={settings.silent ? t('preview.silent') : null}
    >
      {isOpen && <Picture className="preview-image" address={image} />}
      <div className="preview-line">
        <span className="preview-logo">
          <Logo size={34} />
          <BadgeBubble settings={settings} />
        </span>
        <div className="preview-words">
          <Words text={text} lines={isOpen ? 12 : view === 'lock' ? 4 : 2} hasSubtitle time={t('preview.now')} />
        </div>
        {!isOpen && <Picture className="preview-thumb" address={image} />}
      </div>
      {isOpen && <Buttons shown={shown} />}
    </Device>
  );
};

export const BrowserDevice = ({ shown }: { readonly shown: Shown }) => {
  const { t } = useTranslation();
  const { text, settings, image, icon, app } = shown;
  return (
    <Device
      system="browser"
      view={null}
      views={[]}
      onView={() => undefined}
      language={text.language}
      instead={settings.silent ? t('preview.silentBrowser') : null}
    >
      <Picture className="preview-image" address={image} />
      <div className="preview-line">
        {icon === '' ? <Logo size={34} /> : <Picture className="preview-icon" address={icon} />}
        <div className="preview-words">
          <Words text={text} lines={4} />
          <p className="preview-origin">{hostOf(text.link) ?? app}</p>
        </div>
      </div>
      <Buttons shown={shown} most={BROWSER_BUTTONS} />
    </Device>
  );
};

/** One device with its views. @param instead replaces a message that the device does not show */
const Device = <View extends string>({
  system,
  view,
  views,
  onView,
  language,
  instead,
  note = null,
  children,
}: {
  readonly system: 'android' | 'ios' | 'browser';
  readonly view: View | null;
  readonly views: readonly { readonly id: View; readonly name: string }[];
  readonly onView: (view: View) => void;
  readonly language: string;
  readonly instead: string | null;
  /** Names what the device shows only under a condition. */
  readonly note?: string | null;
  readonly children: ReactNode;
}) => {
  const { t } = useTranslation();
  const name = t(`preview.${system}`);
  return (
    <figure className="preview">
      <figcaption>
        {name}
        {views.length > 0 && (
          <ChoiceField
            label={t('preview.viewOf', { device: name })}
            isLabelHidden
            look="segments"
            value={view}
            choices={views}
            onChange={onView}
          />
        )}
      </figcaption>
      <div className="preview-screen" data-system={system} data-view={view ?? undefined}>
        {view === 'lock' && (
          <p className="preview-clock" aria-hidden>
            9:41
          </p>
        )}
        <div className="preview-note" dir={isRightToLeft(language) ? 'rtl' : 'ltr'}>
          {instead === null ? children : <p className="preview-instead">{instead}</p>}
        </div>
      </div>
      {note !== null && instead === null && <p className="field-hint">{note}</p>}
    </figure>
  );
};

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'ae',
  'ar',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ks',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
]);

/** Devices in such a language mirror the whole message. */
const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0] ?? '');

/** The words of a message, each cut where the device cuts it. */
const Words = ({
  text: { title, subtitle, text, language },
  lines,
  hasSubtitle = false,
  time,
}: {
  readonly text: MessageText;
  readonly lines: 1 | 2 | 4 | 8 | 12;
  readonly hasSubtitle?: boolean;
  /** Shown next to the title. */
  readonly time?: string;
}) => {
  const { t } = useTranslation();
  const say = (words: string, placeholder: string) => (
    <span dir="auto" lang={words === '' ? undefined : language}>
      {words || placeholder}
    </span>
  );
  return (
    <>
      <p className="preview-title">
        {say(title, t('preview.title'))}
        {time !== undefined && <time>{time}</time>}
      </p>
      {hasSubtitle && subtitle !== '' && <p className="preview-subtitle">{say(subtitle, '')}</p>}
      <p className="preview-text" data-lines={lines}>
        {say(text, t('preview.text'))}
      </p>
    </>
  );
};

const Buttons = ({ shown: { text, settings }, most }: { readonly shown: Shown; readonly most?: number }) => {
  const buttons = settings.buttons?.slice(0, most) ?? [];
  if (buttons.length === 0) return null;
  return (
    <p className="preview-buttons">
      {buttons.map(({ id, isDestructive }, index) => (
        <span key={index} data-destructive={isDestructive || undefined} dir="auto" lang={text.language}>
          {text.buttonLabels[id] || id}
        </span>
      ))}
    </p>
  );
};

/** The small icon that Android draws in the color of the message. */
const AppIcon = ({ color }: { readonly color: string | null }) =>
  color === null ? (
    <Logo size={16} />
  ) : (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="8" fill={color} />
      <circle cx="8" cy="8" r="3" fill="#fff" />
    </svg>
  );

const BadgeBubble = ({ settings: { badge } }: { readonly settings: Settings }) => {
  const number = Number(badge?.number);
  if (badge === null || !Number.isInteger(number) || number === 0) return null;
  return (
    <span className="preview-badge">
      {badge.kind === 'increment' && number > 0 ? '+' : ''}
      {number}
    </span>
  );
};

/** Reports an image that cannot be loaded, which a device would silently leave out. */
const Picture = ({ className, address }: { readonly className: string; readonly address: string }) => {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string | null>(null);
  // The address of a personal image depends on a person, and none is chosen.
  if (address === '' || isTemplate(address)) return null;
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
