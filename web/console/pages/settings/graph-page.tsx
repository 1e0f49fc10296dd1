import { ExternalLink } from 'lucide-react';
import { useTranslation } from '../../i18n/i18n.js';
import { Banner } from '../../ui/page.js';
import { SettingsHeader } from './settings-header.js';

const ADDRESS = '/graphiql#session';

/** GraphiQL with the rights of the session. */
const GraphPage = () => {
  const { t } = useTranslation();
  return (
    <>
      <SettingsHeader />
      <Banner
        action={
          <a
            className="button"
            data-variant="secondary"
            data-size="small"
            href={ADDRESS}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink size={14} aria-hidden />
            {t('graph.open')}
          </a>
        }
      >
        {t('graph.text')}
      </Banner>
      <iframe className="graph-frame" title="GraphiQL" src={ADDRESS} />
    </>
  );
};

export default GraphPage;
