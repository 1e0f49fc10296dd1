import { type CompileTemplate, PushContent } from '../../content/push-content.js';
import { type Device, type DeviceValues, deviceValuesOf } from '../../entities/device.js';
import { badInput, type Violation } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { FIELD_LIST, type FieldName, type MessageContent, type MessageField } from '../../ports/message-fields.js';
import type { ProviderDefinition } from '../../providers/definition.js';
import { ignoredFields } from '../../providers/field-mapping.js';
import { LONGEST_RECEIPT } from '../../providers/fit-text.js';
import { previewMessage, sampleTarget } from '../../providers/preview-message.js';
import { ALL_PROVIDERS, PROVIDERS } from '../../providers/providers.js';
import type { RecordedRequest } from '../../providers/recorded-wire.js';
import type { ProviderName } from '../../providers/sender.js';
import { contentFor } from '../../providers/slots.js';
import type { Caller } from '../caller.js';
import type { CategoryService } from '../categories/category-service.js';
import type { OwnDeviceService } from '../devices/own-device-service.js';
import type { MessageSizes } from './message-sizes.js';
import { notRendered, type PreviewWarning, warningsOf } from './preview-warnings.js';
import { type PushInput, violationsOfPush } from './push-rules.js';
import { type RenderedMessage, SAMPLE_ID, showTo, toSingleBatch } from './single-batch.js';

export interface MessagePreviewServiceDeps {
  readonly clock: Clock;
  readonly ownDevices: OwnDeviceService;
  readonly messageSizes: MessageSizes;
  readonly categories: Pick<CategoryService, 'inCategory' | 'violationsOf'>;
  /** The time to live of a run. */
  readonly timeToLiveSeconds: number;
  /** Compiles templates as delivery does. */
  readonly compileTemplate?: CompileTemplate;
}

export interface PreviewRequest {
  readonly push: PushInput;
  /** null: each provider. */
  readonly provider: ProviderName | null;
  /** The preview uses the device's provider and language, and the defaults of its application; null: no device. */
  readonly deviceId: number | null;
  /** Chooses a user's most recently active device; null: no user. */
  readonly externalUserId: string | null;
  /** Replaces the language of the device. */
  readonly language: string | null;
}

/** A message of one provider. */
export interface MessagePreview {
  readonly provider: ProviderName;
  /** The language of the translation. */
  readonly language: string;
  /** The message with the values of the device in its texts; null: the template drops it. */
  readonly rendered: MessageContent | null;
  /** null: nothing would be sent. */
  readonly request: RecordedRequest | null;
  /** Bytes as the provider counts them; null: it has no limit. */
  readonly size: number | null;
  readonly limit: number | null;
  readonly ignoredFields: readonly FieldName[];
  readonly shown: ProviderDefinition['shown'];
  readonly warnings: readonly PreviewWarning[];
}

export interface MessagePreviews {
  /** Empty if there is no translation to show. */
  readonly previews: readonly MessagePreview[];
  readonly broken: readonly Violation[];
}

/** Shows what would be sent. The senders of real messages make it, with a recorder in place of the network. */
export class MessagePreviewService {
  constructor(private readonly deps: MessagePreviewServiceDeps) {}

  /** Broken rules are part of the answer, so that an editor can request a preview after each pause in typing. */
  async preview(caller: Caller, request: PreviewRequest): Promise<MessagePreviews> {
    const { push, provider, language } = request;
    const own = await this.findDevice(caller, request);
    const broken = await this.judge(caller, push);
    const usable = withoutBroken(await this.deps.categories.inCategory(caller, push), broken);
    if (usable === null) return { previews: [], broken };
    const content = new PushContent(usable, this.deps.compileTemplate).withDefaults(own?.app.messageDefaults ?? null);
    const viewer = viewerOf(own, language);
    const shown = own
      ? showTo(content, viewer, own.app)
      : showTo(content, viewer, { ...NO_APP, userId: caller.userId });
    const name = own?.app.pushProvider ?? provider;
    const providers = name === null ? ALL_PROVIDERS : [PROVIDERS[name]];
    const previewed = { push: content, shown, appLink: own?.app.link ?? null };
    const previews = await Promise.all(providers.map((one) => this.previewFor(one, previewed)));
    return { previews, broken };
  }

  private async findDevice(caller: Caller, { provider, deviceId, externalUserId }: PreviewRequest) {
    const { ownDevices } = this.deps;
    if (deviceId !== null && externalUserId !== null)
      throw badInput('external_user_id', 'Give either `external_user_id` or `device_id`, not both.');
    if (deviceId === null && externalUserId === null) return null;
    const of = deviceId === null ? 'external_user_id' : 'device_id';
    if (provider !== null) throw badInput('provider', `Give either \`provider\` or \`${of}\`, not both.`);
    if (deviceId !== null) return ownDevices.get(caller, deviceId);
    const found = await ownDevices.findLastSeen(caller, externalUserId ?? '');
    if (!found) throw badInput('external_user_id', 'This user has no active device.', 'NOT_FOUND');
    return found;
  }

  private async judge(caller: Caller, push: PushInput): Promise<readonly Violation[]> {
    const { error } = violationsOfPush(push);
    if (error) return error.details.violations ?? [];
    const { categories, messageSizes } = this.deps;
    return [...(await categories.violationsOf(caller, push)), ...(await messageSizes.violationsOf(caller, push))];
  }

  private async previewFor(
    provider: ProviderDefinition,
    { push, shown, appLink }: { push: PushContent; shown: RenderedMessage; appLink: string | null },
  ): Promise<MessagePreview> {
    const message = { id: SAMPLE_ID, target: sampleTarget(provider), receipt: LONGEST_RECEIPT };
    const batch = toSingleBatch({ ...message, push, shown, secondsLeft: this.deps.timeToLiveSeconds });
    const { request, outcome } = await previewMessage(provider, batch, { clock: this.deps.clock, appLink });
    const content = contentFor(shown);
    if (shown.unrendered) return unsentPreview(provider, shown);
    const [sized] = batch.messages;
    const size = sized && provider.size ? provider.size.measure(sized, appLink) : null;
    const limit = provider.size?.limitBytes ?? null;
    const facts = { provider, content, request, outcome, size, limit };
    return {
      provider: provider.name,
      language: shown.language,
      rendered: content,
      request,
      size,
      limit,
      ignoredFields: ignoredFields(provider, content),
      shown: provider.shown,
      warnings: warningsOf(facts),
    };
  }
}

/** A preview without a device shows the values that a template has for everybody. */
const NO_APP = { id: 0, name: '' };

/** The template drops the message. */
const unsentPreview = (provider: ProviderDefinition, { language, unrendered }: RenderedMessage): MessagePreview => ({
  ...{
    provider: provider.name,
    language,
    rendered: null,
    request: null,
    size: null,
    ignoredFields: [],
    shown: provider.shown,
  },
  limit: provider.size?.limitBytes ?? null,
  warnings: unrendered ? [notRendered(unrendered)] : [],
});

const viewerOf = (own: { readonly device: Device } | null, language: string | null): DeviceValues => {
  const values = own ? deviceValuesOf(own.device) : { id: 0, token: '', language: null };
  return language === null ? values : { ...values, language };
};

/**
 * Returns the push without the values that break a rule, so that the rest can be previewed; null if it has no
 * translation. Texts stay, whatever is wrong with them.
 */
const withoutBroken = (push: PushInput, broken: readonly Violation[]): PushInput | null => {
  const [first] = push.translations;
  if (first === undefined) return null;
  const paths = new Set(broken.map(({ field }) => (/^(?:translations\[\d+\]\.)?\w+/.exec(field) ?? [''])[0]));
  const translations = push.translations.map((one, index) => without(one, (name) => paths.has(at(index, name))));
  const hasDefault = translations.some(({ language }) => language.toLowerCase() === push.defaultLang.toLowerCase());
  const defaultLang = hasDefault ? push.defaultLang : first.language;
  return { ...without(push, (name) => paths.has(name)), translations, defaultLang };
};

const at = (index: number, name: string): string => `translations[${index}].${name}`;

const without = <Given extends object>(given: Given, isBroken: (name: string) => boolean): Given => {
  const removed = OPTIONAL.filter(({ name }) => name in given && isBroken(name)).map(({ name }) => [name, null]);
  return removed.length === 0 ? given : { ...given, ...Object.fromEntries(removed) };
};

const OPTIONAL = FIELD_LIST.filter(({ isRequired }: MessageField) => !isRequired);
