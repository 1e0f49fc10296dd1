import { useTranslation } from '../../i18n/i18n.js';
import { CodeBlock } from '../../ui/code-block.js';
import type { AppDetail } from './app-page.js';

/** Instructions for developers: how devices of this application register. */
export const Snippet = ({ app }: { readonly app: AppDetail }) => {
  const { t } = useTranslation();
  if (app.pushProvider === 'WEBPUSH') {
    return (
      <ol className="numbered">
        <li>
          <p>{t('apps.snippet.worker')}</p>
          <CodeBlock label="sw.js" code={`importScripts('${location.origin}/sdk/sw.js');`} />
        </li>
        <li>
          <p>{t('apps.snippet.page')}</p>
          <CodeBlock label={t('apps.snippet.page.name')} code={pageOf(app.serviceId, t('apps.snippet.comment'))} />
        </li>
        <li>
          <p>{t('apps.snippet.try')}</p>
        </li>
      </ol>
    );
  }
  return (
    <ol className="numbered">
      <li>
        <p>{t(`apps.snippet.token.${app.pushProvider}`)}</p>
      </li>
      <li>
        <p>{t('apps.snippet.register')}</p>
        <CodeBlock label={t('apps.snippet.register.name')} code={registrationOf(app)} />
      </li>
      <li>
        <p>{t('apps.snippet.secret')}</p>
      </li>
    </ol>
  );
};

const pageOf = (serviceId: string, comment: string): string =>
  `<script type="module">
  import { Pushgraph } from '${location.origin}/sdk/web.js';
  const push = new Pushgraph({ serviceId: '${serviceId}' });
  // ${comment}
  document.querySelector('#subscribe').onclick = () => push.subscribe();
</script>`;

const ADDRESSES = {
  PROVIDER_A: '"token": "TOKEN"',
  PROVIDER_B: '"subscription_id": "SUBSCRIPTION_ID"',
  PROVIDER_C: '"token": "TOKEN"',
} as const;

const registrationOf = ({ pushProvider, serviceId, identityVerification }: AppDetail): string =>
  `POST ${location.origin}/sdk/v1/${serviceId}/devices
content-type: application/json

{
  ${pushProvider === 'WEBPUSH' ? '' : ADDRESSES[pushProvider]},
  "language": "en-GB",
  "timezone": "Europe/London",
  "external_user_id": "user-17"${identityVerification === 'REQUIRED' ? ',\n  "identity_hash": "HASH_FROM_YOUR_SERVER"' : ''}
}`;
