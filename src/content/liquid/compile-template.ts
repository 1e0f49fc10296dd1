import type { Template as Node } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import type { DeviceNeed, DeviceValues } from '../../entities/device.js';
import type { MessageContent } from '../../ports/message-fields.js';
import type { Content, SlottedText } from '../../ports/slotted-content.js';
import { isHttpUrl, isLink } from '../../text/addresses.js';
import { isWithin } from '../../text/characters.js';
import type { CompileTemplate, Template } from '../template.js';
import { parseTemplate, type RenderWith, renderTemplate } from './engine.js';
import type { Viewer } from './filters.js';
import { compileSimple } from './simple-template.js';
import { failed, Meter, Stop, TOO_SLOW, type Unrendered, unrenderedOf } from './stops.js';
import { type MessageContext, needsOf, rootsOf, type UrlSubject, usedRoots } from './template-roots.js';
import { type TemplateText, templateTexts } from './template-texts.js';

/** After this many renders beyond a limit, this process no longer renders the translation of the run. */
const MAX_COSTLY = 20;

/** A render takes microseconds, so that a machine without CPU to spare hardly stops three of them. */
const MAX_TRIES = 3;

const TOO_COSTLY: Unrendered = {
  outcome: 'RENDER_FAILED',
  code: 'RULE:TEMPLATE_LIMIT',
  detail: `${MAX_COSTLY} messages exceeded a limit`,
};

export interface TemplateDeps {
  /** Absent: `preferences_url` has no value. */
  readonly preferencesUrl?: (subject: UrlSubject) => string | null;
}

/**
 * Returns the compiler of templates in Liquid (docs/personalisation.md). A push without `missing` is not a template.
 */
export const liquidTemplates =
  (deps: TemplateDeps = {}): CompileTemplate =>
  (content) => {
    const texts = content.missing == null ? [] : templateTexts(content);
    return texts.length === 0 ? null : new LiquidTemplate(content, texts, deps);
  };

/** Parsed when the first device needs it: a push may have 10,000 translations. */
class LiquidTemplate implements Template {
  readonly content: Content;
  readonly needs: readonly DeviceNeed[];
  private readonly used: ReadonlySet<string>;
  private parsed: readonly RenderText[] | null = null;
  private costly = 0;

  constructor(
    private readonly given: MessageContent,
    private readonly texts: readonly TemplateText[],
    private readonly deps: TemplateDeps,
  ) {
    this.content = withSlots(given, texts);
    const source = texts.map((text) => text.source).join(' ');
    this.needs = needsOf(source);
    this.used = usedRoots(source);
  }

  slotsOf(device: DeviceValues, about: MessageContext): readonly string[] | Unrendered {
    if (this.costly >= MAX_COSTLY) return TOO_COSTLY;
    let rendered = this.tryRender(device, about);
    for (let tries = 1; rendered === TOO_SLOW && tries < MAX_TRIES; tries += 1)
      rendered = this.tryRender(device, about);
    if ('code' in rendered && rendered.code === 'RULE:TEMPLATE_LIMIT') this.costly += 1;
    return rendered;
  }

  private tryRender(device: DeviceValues, about: MessageContext): readonly string[] | Unrendered {
    try {
      return this.render(device, about);
    } catch (error) {
      return unrenderedOf(error);
    }
  }

  private render(device: DeviceValues, about: MessageContext): readonly string[] {
    this.parsed ??= this.texts.map(({ source }) => compileText(source, this.given.missing === 'ABORT'));
    const viewer = this.viewerOf(device);
    const roots = rootsOf({ device, about, preferencesUrl: this.preferencesUrl(device, about), used: this.used });
    const how = { roots, viewer, meter: new Meter() };
    return this.parsed.map((render, slot) => finish(this.texts[slot] as TemplateText, render(how)));
  }

  private viewerOf({ language, timezone }: DeviceValues): Viewer {
    const textLanguage = this.given.language ?? 'en';
    return { textLanguage, deviceLanguage: language ?? textLanguage, zone: timezone ?? 'UTC' };
  }

  private preferencesUrl({ id, externalUserId = null }: DeviceValues, { app, run }: MessageContext): string | null {
    const subject = { userId: run.userId, appId: app.id, deviceId: id, externalUserId };
    return this.deps.preferencesUrl?.(subject) ?? null;
  }
}

type RenderText = (how: Omit<RenderWith, 'isStrict'>) => string;

const compileText = (source: string, isStrict: boolean): RenderText => {
  const nodes = parseCached(source);
  const simple = compileSimple(nodes, isStrict);
  return simple ? ({ roots }) => simple(roots) : (how) => renderTemplate(nodes, { ...how, isStrict });
};

/** Schedulers of auto-push are read for each claim, and their templates stay the same. */
const nodesOf = new LRUCache<string, Node[]>({ max: 500 });

const parseCached = (source: string): Node[] => {
  const known = nodesOf.get(source);
  if (known) return known;
  const nodes = parseTemplate(source);
  nodesOf.set(source, nodes);
  return nodes;
};

const withSlots = (content: MessageContent, texts: readonly TemplateText[]): Content => {
  const slots = [...texts.entries()];
  const fields = slots.filter(([, { label }]) => label === null).map(([slot, { field }]) => [field, [slot]]);
  const labels = slots.flatMap(([slot, { label }]) => (label === null ? [] : [[label, [slot]] as const]));
  const buttonLabels = { ...plainLabels(content), ...Object.fromEntries(labels) };
  return { ...content, slotted: { ...Object.fromEntries(fields), ...(labels.length > 0 && { buttonLabels }) } };
};

const plainLabels = ({ buttonLabels }: MessageContent): Readonly<Record<string, SlottedText>> =>
  Object.fromEntries(Object.entries(buttonLabels ?? {}).map(([id, label]) => [id, [label]]));

/** Judges a rendered text by the rules of its field. @throws Stop */
const finish = ({ name, kind, maxLength, isRequired }: TemplateText, rendered: string): string => {
  if (kind === 'text') {
    if (isRequired && rendered.trim() === '') throw new Stop(failed(`\`${name}\` is empty`));
    return shorten(rendered, maxLength);
  }
  const address = rendered.trim();
  if (address === '' || (kind === 'picture' ? isHttpUrl(address) : isLink(address))) return address;
  throw new Stop(failed(`\`${name}\` is not an address`));
};

const ELLIPSIS = '…';
const GRAPHEMES = new Intl.Segmenter();

/** Shortens a text to a number of characters, between graphemes. */
const shorten = (text: string, most: number): string => {
  if (isWithin(text, most)) return text;
  // `containing` copies the text, so it gets no more than what may stay.
  const start = [...text.slice(0, 2 * most)].slice(0, most).join('');
  const end = GRAPHEMES.segment(start).containing(start.length - 1)?.index ?? 0;
  return start.slice(0, end).trimEnd() + ELLIPSIS;
};
