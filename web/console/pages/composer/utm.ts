import { isLinkTemplate } from './addresses.js';
import { withMaskedLiquid } from './personal/template-text.js';

/** The parameters by which web analytics tell where a visit comes from. */
export const UTM_FIELDS = ['source', 'medium', 'campaign', 'content', 'term'] as const;

export type UtmField = (typeof UTM_FIELDS)[number];
export type Utm = Readonly<Record<UtmField, string>>;

export const NO_UTM: Utm = { source: '', medium: '', campaign: '', content: '', term: '' };

/**
 * Replaces the UTM parameters of a web address; an empty one is removed. The rest of the address, its other parameters
 * and its anchor stay as they are written. Links with other schemes stay unchanged.
 */
export const withUtm = (link: string, utm: Utm): string => {
  const parts = split(link);
  if (!parts) return link;
  const kept = parts.parameters.filter((parameter) => fieldOf(parameter) === null);
  const added = UTM_FIELDS.filter((field) => utm[field].trim() !== '').map(
    (field) => `utm_${field}=${encodeURIComponent(utm[field].trim())}`,
  );
  const query = [...kept, ...added].join('&');
  return `${parts.page}${query === '' ? '' : `?${query}`}${parts.anchor}`;
};

/** The UTM parameters of a link; of several with one name, the first counts. */
export const readUtm = (link: string): Utm => {
  const found: Partial<Record<UtmField, string>> = {};
  for (const parameter of split(link)?.parameters ?? []) {
    const field = fieldOf(parameter);
    const [, ...value] = parameter.split('=');
    if (field) found[field] ??= decode(value.join('='));
  }
  return { ...NO_UTM, ...found };
};

/** Whether the parameters make a good link too long for the service. */
export const isTooLongWithUtm = (link: string, utm: Utm): boolean =>
  isLinkTemplate(link) && !isLinkTemplate(withUtm(link, utm));

export const isWebAddress = (link: string): boolean => /^https?:\/\//i.test(link.trim());

/** Parsing with `URL` would change how the address is written. */
const split = (link: string): { page: string; parameters: string[]; anchor: string } | null => {
  if (!isWebAddress(link)) return null;
  const address = link.trim();
  // A `#`, `?` or `&` in Liquid, such as a default, separates nothing.
  const plain = withMaskedLiquid(address);
  const end = placeOf('#', plain);
  const mark = placeOf('?', plain.slice(0, end));
  let at = mark + 1;
  const parameters = plain
    .slice(at, end)
    .split('&')
    .map(({ length }) => {
      const parameter = address.slice(at, at + length);
      at += length + 1;
      return parameter;
    });
  const anchor = address.slice(end);
  return { page: address.slice(0, mark), parameters: parameters.filter((parameter) => parameter !== ''), anchor };
};

/** The end of the text if the sign is not in it. */
const placeOf = (sign: string, text: string): number => {
  const place = text.indexOf(sign);
  return place < 0 ? text.length : place;
};

const fieldOf = (parameter: string): UtmField | null => {
  const name = decode(parameter.split('=', 1)[0] ?? '').toLowerCase();
  return UTM_FIELDS.find((field) => name === `utm_${field}`) ?? null;
};

const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A percent sign that encodes nothing.
    return spaced;
  }
};
