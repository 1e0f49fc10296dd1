import { getOrInsert } from '../collections.js';
import type { DeviceNeed, DeviceValues } from '../entities/device.js';
import type { DeliveryOptions } from '../ports/delivery-options.js';
import {
  contentOf,
  type FieldsOf,
  type GivenFields,
  type GivenTranslation,
  type MessageContent,
  type MessageDefaults,
  withDefaults,
} from '../ports/message-fields.js';
import type { Content } from '../ports/slotted-content.js';
import { parseDelay } from '../schedule/delay.js';
import { type ByLanguage, chooseFrom, indexByLanguage } from './choose-translation.js';
import { liquidTemplates } from './liquid/compile-template.js';
import type { Unrendered } from './liquid/stops.js';
import type { MessageContext } from './liquid/template-roots.js';
import type { CompileTemplate, Template } from './template.js';

/** A push as one device sees it. */
export interface Rendered {
  /** The language of the translation, as spelled in the push. */
  readonly language: string;
  /** One object for all devices that get this translation, so that senders may group by identity. */
  readonly content: Content;
}

export type { CompileTemplate };

/** A push ready for many devices. Devices with the same translation share one content object. */
export class PushContent {
  private readonly translations: ByLanguage<Prepared>;
  private readonly fallback: Prepared;
  private readonly byDeviceLanguage = new Map<string, Prepared>();
  private readonly byDefaults = new Map<string, PushContent>();
  /** Whether some translation differs by device. A page of any other push is rendered once per translation. */
  readonly variesByDevice: boolean;
  readonly needs: readonly DeviceNeed[];

  constructor(
    private readonly push: GivenPush,
    private readonly compile: CompileTemplate = LIQUID,
  ) {
    const prepared = push.translations.map((translation) =>
      prepare(contentOf(push, translation), translation, compile),
    );
    this.translations = indexByLanguage(prepared);
    this.fallback = chooseFrom(this.translations, null, push.defaultLang);
    this.variesByDevice = prepared.some(({ template }) => template !== null);
    this.needs = [...new Set(prepared.flatMap(({ template }) => template?.needs ?? []))];
  }

  /** Returns the push with an application's values for the fields that it leaves out. */
  withDefaults(defaults: MessageDefaults | null): PushContent {
    if (defaults === null) return this;
    const make = () => new PushContent(withDefaults(this.push, defaults), this.compile);
    return getOrInsert(this.byDefaults, JSON.stringify(defaults), make);
  }

  /** How the provider delivers it. @param secondsLeft the time to live of a push that has none of its own. */
  deliveryOptions(secondsLeft: number): DeliveryOptions {
    const { timeToLive = null, urgency = null, collapseKey = null } = this.push;
    const lifeMs = timeToLive === null ? null : parseDelay(timeToLive);
    return {
      ttlSeconds: lifeMs === null ? secondsLeft : lifeMs / 1_000,
      urgency: URGENCIES[urgency ?? 'HIGH'],
      collapseKey,
    };
  }

  /** Returns the content that the device shares with others. `slotsOf` has its own values. */
  render(device: Pick<DeviceValues, 'language'>): Rendered {
    return this.choose(device.language).rendered;
  }

  /** Returns the device's own values for the slots of its content; null: the content has none. */
  slotsOf(device: DeviceValues, about: MessageContext): readonly string[] | Unrendered | null {
    return this.choose(device.language).template?.slotsOf(device, about) ?? null;
  }

  /** Returns the language of the translation for a device, as spelled in the push. */
  languageOf(device: Pick<DeviceValues, 'language'>): string {
    return this.choose(device.language).rendered.language;
  }

  private choose(deviceLanguage: string | null): Prepared {
    if (deviceLanguage === null) return this.fallback;
    const known = this.byDeviceLanguage.get(deviceLanguage);
    if (known !== undefined) return known;
    const chosen = chooseFrom(this.translations, deviceLanguage, this.push.defaultLang);
    if (this.byDeviceLanguage.size < MAX_REMEMBERED) this.byDeviceLanguage.set(deviceLanguage, chosen);
    return chosen;
  }
}

const URGENCIES = { VERY_LOW: 'very-low', LOW: 'low', NORMAL: 'normal', HIGH: 'high' } as const;

/** A push as it is stored or given. */
export type GivenPush = GivenFields<FieldsOf<'push'>> & {
  readonly defaultLang: string;
  readonly translations: readonly GivenTranslation[];
};

interface Prepared {
  readonly language: string;
  readonly rendered: Rendered;
  readonly template: Template | null;
}

/** Devices may name any language, so the cache must have an end. There are fewer locales than this. */
const MAX_REMEMBERED = 1_000;

const LIQUID = liquidTemplates();

const prepare = (
  content: MessageContent,
  { language }: { readonly language: string },
  compile: CompileTemplate,
): Prepared => {
  const template = compile(content);
  return { language, rendered: { language, content: template?.content ?? content }, template };
};
