/** Host names in lower case; each covers itself and all its subdomains. */
export type HostSuffixes = readonly string[];

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_NAME = 253;

/** Returns null if the text is neither a host name nor an IPv4 address. Accepts a leading dot or `*.`. */
export const readHostSuffix = (text: string): string | null => {
  const name = withoutEndingDot(
    text
      .trim()
      .toLowerCase()
      .replace(/^\*?\./, ''),
  );
  return name.length <= MAX_NAME && name.split('.').every((label) => LABEL.test(label)) ? name : null;
};

/** `example.com` covers `example.com` and `a.example.com`, not `badexample.com`. @param hostname as URL writes it. */
export const isCovered = (hostname: string, suffixes: HostSuffixes): boolean => {
  const name = withoutEndingDot(hostname);
  return suffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
};

const withoutEndingDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name);
