import type { Content } from '../sender.js';

/**
 * What is shown, as members of a request's JSON (https://documentation.onesignal.com/reference/create-message). The
 * translation is chosen already: OneSignal demands `en`, and shows it to everyone when it is all there is.
 */
export function renderContent({ title, text, image, icon, link }: Content): string {
  // It also demands a text: a title alone takes its place.
  const contents = `"contents":{"en":${JSON.stringify(text === '' ? title : text)}}`;
  const headings = title === '' || text === '' ? '' : `,"headings":{"en":${JSON.stringify(title)}}`;
  return contents + headings + pictures(image) + icons(icon) + member('url', link);
}

const pictures = (image: string | null): string => {
  if (image === null) return '';
  const ios = `,"ios_attachments":{"image":${JSON.stringify(image)}}`;
  return member('big_picture', image) + member('chrome_web_image', image) + ios;
};

const icons = (icon: string | null): string => member('chrome_web_icon', icon) + member('large_icon', icon);

const member = (name: string, value: string | null): string =>
  value === null ? '' : `,"${name}":${JSON.stringify(value)}`;
