import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { LinkCheckDocument, type LinkCheckQuery } from '../../graph/generated/graphql.js';
import { messagesOf } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { isTemplate } from './personal/template-text.js';
import type { Message } from './state.js';

type Found = LinkCheckQuery['linkCheck'];

interface Link {
  readonly url: string;
  readonly languages: readonly string[];
}

/** The service checks 60 a minute. */
const MOST = 50;
const GOOD: ReadonlySet<Found['state']> = new Set(['REACHABLE', 'REDIRECTED']);
/** These links may work: the service cannot tell. */
const UNKNOWN: ReadonlySet<Found['state']> = new Set(['NOT_CHECKABLE', 'REFUSED']);

/** Visits the links of all translations one after the other. Its findings are advice and block nothing. */
export const LinkCheckDialog = ({ message, onClose }: { readonly message: Message; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [all] = useState(() => linksOf(message));
  const [links] = useState(() => all.slice(0, MOST));
  const found = useChecks(links);
  return (
    <Dialog
      title={t('linkCheck.title')}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('action.close')}</Button>}
    >
      {links.length === 0 && <p className="dialog-text">{t('linkCheck.none')}</p>}
      <div role="status" className="visually-hidden">
        {found.size === links.length && links.length > 0 && t('linkCheck.done')}
      </div>
      <div>
        {links.map((link) => (
          <LinkFound key={link.url} link={link} found={found.get(link.url)} />
        ))}
      </div>
      {all.length > MOST && <p className="field-hint">{t('linkCheck.more', { count: all.length - MOST })}</p>}
    </Dialog>
  );
};

const LinkFound = ({
  link: { url, languages },
  found,
}: {
  readonly link: Link;
  readonly found: Found | string | undefined;
}) => {
  const { t, format } = useTranslation();
  const state = typeof found === 'object' ? found.state : null;
  const Icon = state === null || UNKNOWN.has(state) ? CircleHelp : GOOD.has(state) ? CircleCheck : CircleAlert;
  return (
    <div className="link-found">
      <strong>{url}</strong>
      <span className="field-hint">{languages.map((language) => format.language(language)).join(', ')}</span>
      <span className="link-state">
        <Icon size={16} aria-hidden />
        <span>
          {found === undefined && t('linkCheck.checking')}
          {typeof found === 'string' && found}
          {typeof found === 'object' &&
            t(`linkCheck.${found.state}`, { status: found.httpStatus ?? '', address: found.finalUrl ?? '' })}
        </span>
      </span>
    </div>
  );
};

/** The findings so far by address; a text says why a check failed. */
const useChecks = (links: readonly Link[]): ReadonlyMap<string, Found | string> => {
  const { t } = useTranslation();
  const client = useClient();
  const [found, setFound] = useState<ReadonlyMap<string, Found | string>>(new Map());
  useEffect(() => {
    let isOpen = true;
    const checkAll = async () => {
      for (const { url } of links) {
        if (isTemplate(url)) {
          setFound((before) => new Map(before).set(url, t('linkCheck.personal')));
          continue;
        }
        const { data, error } = await client.query(LinkCheckDocument, { url }, { requestPolicy: 'network-only' });
        if (!isOpen) return;
        const finding = data?.linkCheck ?? (error ? messagesOf(t, error).join(' ') : t('error.unreachable.text'));
        setFound((before) => new Map(before).set(url, finding));
      }
    };
    void checkAll();
    return () => {
      isOpen = false;
    };
  }, [client, links, t]);
  return found;
};

const linksOf = ({ texts }: Message): readonly Link[] => {
  const languages = new Map<string, string[]>();
  for (const { link, language } of texts) {
    const url = link.trim();
    if (url !== '') languages.set(url, [...(languages.get(url) ?? []), language]);
  }
  return [...languages].map(([url, of]) => ({ url, languages: of }));
};
