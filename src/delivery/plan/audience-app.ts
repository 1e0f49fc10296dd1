import type { AudienceApp } from '../../audience/select-devices.js';
import type { App } from '../../entities/app.js';
import type { DeviceNeed } from '../../entities/device.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { PreparedPush } from '../judgement/pair.js';
import type { JudgementRule } from '../judgement/rule.js';

/** An application whose devices are counted. */
export const audienceAppOf = (app: App): AudienceApp => ({
  id: app.id,
  devicesActiveSince: app.devicesActiveSince.getTime(),
  needs: PROVIDERS[app.pushProvider].address.needs,
});

/** The pushes that a page sends and the rules that judge them, which need columns of their own. */
export interface PageParts {
  readonly pushes: readonly PreparedPush[];
  readonly rules: readonly JudgementRule[];
}

/** An application whose devices are selected, to be sent these pushes. */
export const pageAppOf = (app: App, { pushes, rules }: PageParts): AudienceApp => {
  const { needs, ...counted } = audienceAppOf(app);
  const judging = rules.filter(({ isFor }) => isFor?.(app.pushProvider) ?? true);
  const more: readonly DeviceNeed[] = [...pushes.map(({ content }) => content), ...judging].flatMap(
    (part) => part.needs ?? [],
  );
  return { ...counted, needs: [...needs, ...more] };
};
