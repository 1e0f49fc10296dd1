import { ChevronRight, CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { CombinedError } from 'urql';
import { Link } from 'wouter';
import { messagesOf } from '../graph/hooks.js';
import { useTranslation } from '../i18n/i18n.js';
import { createStore, useStore } from '../store.js';
import { Button } from './button.js';

let isFirstPage = true;

/** The header of a page. Its title is also the title of the window, and gets the focus after navigation. */
export const PageHeader = ({
  title,
  lead,
  parent,
  badge,
  actions,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The parent page. */
  readonly parent?: { readonly href: string; readonly name: string };
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
}) => {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, []);
  return (
    <header className="page-header">
      <div className="page-header-words">
        {parent !== undefined && (
          <p className="breadcrumb">
            <Link href={parent.href}>{parent.name}</Link>
            <ChevronRight size={14} aria-hidden />
          </p>
        )}
        <div className="page-title-line">
          <h1 ref={heading} tabIndex={-1} className="page-title">
            {title}
          </h1>
          {badge}
        </div>
        {lead !== undefined && <p className="page-lead">{lead}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </header>
  );
};

export const Card = ({
  title,
  aside,
  children,
  isFlush = false,
  lead,
}: {
  readonly title?: string;
  readonly lead?: ReactNode;
  /** Shown to the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Removes the padding, for tables and lists. */
  readonly isFlush?: boolean;
}) => (
  <section className="card" data-flush={isFlush || undefined}>
    {title !== undefined && (
      <header className="card-head">
        <div>
          <h2 className="card-title">{title}</h2>
          {lead !== undefined && <p className="card-lead">{lead}</p>}
        </div>
        {aside}
      </header>
    )}
    <div className="card-body">{children}</div>
  </section>
);

/** Replaces an empty list: explains what belongs there, and how to start. */
export const EmptyState = ({
  icon: Icon,
  title,
  text,
  action,
}: {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
}) => (
  <div className="empty-state">
    {Icon !== undefined && (
      <div className="empty-icon">
        <Icon size={22} aria-hidden />
      </div>
    )}
    <p className="empty-title">{title}</p>
    {text !== undefined && <p className="empty-text">{text}</p>}
    {action}
  </div>
);

const BANNER_ICONS = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const;

/** A notice about the whole page. */
export const Banner = ({
  kind = 'info',
  title,
  children,
  action,
}: {
  readonly kind?: keyof typeof BANNER_ICONS;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) => {
  const Icon = BANNER_ICONS[kind];
  return (
    <div className="banner" data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden className="banner-icon" />
      <div className="banner-words">
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
};

interface Note {
  readonly id: string;
  readonly text: string;
  readonly retry: () => void;
}

const notes = createStore<readonly Note[]>([]);

/** The error of a query, with a retry. If several queries fail alike, only the first one is shown. */
export const ErrorNote = ({ error, onRetry }: { readonly error: CombinedError; readonly onRetry?: () => void }) => {
  const { t } = useTranslation();
  const id = useId();
  const text = messagesOf(t, error).join(' ');
  const latest = useRef(onRetry);
  latest.current = onRetry;
  useLayoutEffect(() => {
    notes.set([...notes.get(), { id, text, retry: () => latest.current?.() }]);
    return () => notes.set(notes.get().filter((note) => note.id !== id));
  }, [id, text]);
  const alike = useStore(notes).filter((note) => note.text === text);
  if (alike.length > 0 && alike[0]?.id !== id) return null;
  const retryAll = () => {
    for (const { retry } of alike) retry();
  };
  return (
    <Banner
      kind="bad"
      title={t('error.title')}
      action={
        onRetry && (
          <Button size="small" onPress={retryAll}>
            {t('action.retry')}
          </Button>
        )
      }
    >
      {text}
    </Banner>
  );
};

/** Grey bars in place of content that is loading. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => {
  const { t } = useTranslation();
  return (
    <div className="skeleton" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" data-line={line % 3} />
      ))}
    </div>
  );
};

/** Reserves the height of plots and their legends, so that nothing below moves when they appear. */
export const ChartSkeleton = ({ heights }: { readonly heights: readonly number[] }) => (
  <div className="stack">
    {heights.map((height, at) => (
      <div key={at} style={{ minHeight: `calc(${height}px + 2.75rem)` }}>
        <Skeleton lines={4} />
      </div>
    ))}
  </div>
);

/** A number with its name. */
export const Stat = ({
  name,
  value,
  about,
  kind,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly about?: ReactNode;
  readonly kind?: 'good' | 'bad' | 'warn';
}) => (
  <div className="stat" data-kind={kind}>
    <dt className="stat-name">{name}</dt>
    <dd className="stat-value">{value}</dd>
    {about !== undefined && <dd className="stat-about">{about}</dd>}
  </div>
);

/** A row of `Stat` elements. */
export const Stats = ({ children }: { readonly children: ReactNode }) => <dl className="stats">{children}</dl>;

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

export const Badge = ({
  tone = 'neutral',
  children,
  isLive = false,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
  /** Makes the dot pulse. */
  readonly isLive?: boolean;
}) => (
  <span className="badge" data-tone={tone}>
    <span className="badge-dot" data-live={isLive || undefined} aria-hidden />
    {children}
  </span>
);

/** @param share 0 to 1 */
export const ProgressBar = ({
  label,
  share,
  tone = 'accent',
}: {
  readonly label: string;
  readonly share: number;
  readonly tone?: Tone;
}) => (
  <progress className="progress" data-tone={tone} aria-label={label} max={1} value={Math.min(1, Math.max(0, share))} />
);

/** Names and values, one per line. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name} className="fact">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
