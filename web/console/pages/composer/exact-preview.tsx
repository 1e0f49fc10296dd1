import { useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { useClient } from 'urql';
import { ComposerMessagePreviewDocument, type ComposerMessagePreviewQuery } from '../../graph/generated/graphql.js';
import { userErrorText } from '../../graph/hooks.js';
import type { MessageKey, Translate } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { CodeBlock } from '../../ui/code-block.js';
import { TYPING_MS, useDebounced } from '../../ui/debounce.js';
import { ProgressBar, Skeleton } from '../../ui/page.js';
import type { Provider, Size } from './limits.js';
import type { Message, MessageText } from './state.js';
import { toPushInput } from './to-input.js';

type Answer = ComposerMessagePreviewQuery['messagePreview'];
type ProviderPreview = Answer['previews'][number];

/** The person or device whose values a preview shows. */
export type Person =
  | { readonly kind: 'user'; readonly externalUserId: string }
  | { readonly kind: 'device'; readonly deviceId: string };

/** What the service would send. It stays while a newer answer is on its way. */
export interface ExactPreview {
  readonly previews: readonly ProviderPreview[];
  readonly problems: Answer['userErrors'];
  /** The size of the current message for each provider that has a limit. Empty while it is not known. */
  readonly sizes: readonly Size[];
  readonly hasFailed: boolean;
  /** The texts with the values of the person, or with their fallbacks. Null if they cannot be shown. */
  readonly rendered: Rendered | null;
}

type Rendered = NonNullable<ProviderPreview['rendered']> & { readonly language: string };

const NOTHING = { previews: [], userErrors: [] };

/**
 * Asks the service for the requests of a message, once typing pauses. A failure keeps the last answer.
 * @param language the translation to show; a person gets the one for their own language
 */
export const useExactPreview = (message: Message, language: string, person: Person | null): ExactPreview => {
  const client = useClient();
  const question = JSON.stringify({ push: toPushInput(message), ...variablesOf(person, language) });
  const settled = useDebounced(question, TYPING_MS);
  const [known, setKnown] = useState<{ of: string; answer: Answer; hasFailed: boolean }>({
    of: '',
    answer: NOTHING,
    hasFailed: false,
  });
  useEffect(() => {
    const { unsubscribe } = client
      .query(ComposerMessagePreviewDocument, JSON.parse(settled), { requestPolicy: 'network-only' })
      .subscribe(({ data, stale }) => {
        if (stale) return;
        setKnown(({ answer }) =>
          data
            ? { of: settled, answer: data.messagePreview, hasFailed: false }
            : { of: settled, answer, hasFailed: true },
        );
      });
    return unsubscribe;
  }, [client, settled]);
  const { answer, hasFailed } = known;
  const isCurrent = known.of === question && !hasFailed;
  return {
    previews: answer.previews,
    problems: answer.userErrors,
    sizes: isCurrent ? sizesOf(answer) : [],
    hasFailed,
    rendered: isCurrent ? renderedOf(answer) : null,
  };
};

const variablesOf = (person: Person | null, language: string) => {
  if (person === null) return { language };
  return person.kind === 'user' ? { externalUserId: person.externalUserId } : { deviceId: person.deviceId };
};

const renderedOf = ({ previews: [first] }: Answer): Rendered | null =>
  first?.rendered ? { ...first.rendered, language: first.language } : null;

/** The text as a device shows it. */
export const withRendered = (
  text: MessageText,
  { language, title, text: body, buttonLabels, ...rest }: Rendered,
): MessageText => ({
  language,
  title,
  subtitle: rest.subtitle ?? '',
  text: body,
  image: rest.image ?? '',
  icon: rest.icon ?? '',
  link: rest.link ?? '',
  buttonLabels: { ...text.buttonLabels, ...(buttonLabels as MessageText['buttonLabels'] | null) },
});

const sizesOf = ({ previews }: Answer): readonly Size[] =>
  previews.flatMap(({ provider, size, limit }) =>
    size == null || limit == null ? [] : [{ provider, bytes: size, max: limit }],
  );

/** The bytes for each provider, how much of its limit they take, and what the platform ignores. */
export const ExactBytes = ({
  exact: { previews, problems, hasFailed },
  providers,
}: {
  readonly exact: ExactPreview;
  readonly providers: readonly Provider[];
}) => {
  const { t } = useTranslation();
  const shown = previews.filter(({ provider }) => providers.includes(provider));
  return (
    <div className="stack" aria-live="polite">
      {hasFailed && <p className="field-hint">{t('bytes.failed')}</p>}
      {problems.length > 0 && (
        <ul className="byte-warnings">
          {problems.map((problem, index) => (
            <li key={index}>{userErrorText(t, problem)}</li>
          ))}
        </ul>
      )}
      {previews.length === 0 && !hasFailed && problems.length === 0 && <Skeleton lines={4} />}
      {shown.map((preview) => (
        <ProviderBytes key={preview.provider} preview={preview} />
      ))}
    </div>
  );
};

const ProviderBytes = ({ preview }: { readonly preview: ProviderPreview }) => {
  const { t, format } = useTranslation();
  const { provider, size, limit, warnings } = preview;
  const name = t(`provider.${provider}`);
  return (
    <section className="provider-bytes" aria-label={name}>
      <p className="sizes-line">
        <strong>{name}</strong>
        {size != null && (
          <span className="numbers" data-bad={(limit != null && size > limit) || undefined}>
            {limit == null
              ? t('bytes.size', { bytes: format.number(size) })
              : t('composer.bytes', { bytes: format.number(size), max: format.number(limit) })}
          </span>
        )}
      </p>
      {size != null && limit != null && (
        <ProgressBar
          label={t('composer.sizeOf', { provider: name })}
          share={size / limit}
          tone={size > limit ? 'bad' : size > limit * 0.85 ? 'warn' : 'accent'}
        />
      )}
      {warnings.length > 0 && (
        <ul className="byte-warnings">
          {warnings.map((warning, index) => (
            <li key={index}>{warningText(t, warning)}</li>
          ))}
        </ul>
      )}
      <Disclosure className="disclosure">
        <Heading level={3}>
          <AriaButton slot="trigger" className="button" data-variant="quiet" data-size="small">
            {t('bytes.json')}
            <span className="visually-hidden">{name}</span>
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          <CodeBlock label={t('bytes.request', { name })} code={requestOf(preview)} />
        </DisclosurePanel>
      </Disclosure>
    </section>
  );
};

/** Words a warning by its code, or else as the service does. */
const warningText = (t: Translate, { code, field, message }: ProviderPreview['warnings'][number]): string => {
  const name =
    field == null ? '' : t(`setting.${field}` as MessageKey) || t(`composer.${field}` as MessageKey) || field;
  return t(`bytes.warning.${code}` as MessageKey, { name }) || message;
};

const requestOf = ({ method, url, headers, body }: ProviderPreview): string => {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  return [`${method ?? ''} ${url ?? ''}`.trim(), ...lines, '', indented(body ?? '')].join('\n').trim();
};

/** The body with line breaks, for reading. */
const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
