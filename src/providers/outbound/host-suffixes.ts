/** Host names in lower case; each stands for itself and for every name below it. */
export type HostSuffixes = readonly string[];

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_NAME = 253;

/** `null` if it is no host name or IPv4 address. A leading dot or `*.` is how many write a suffix. */
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
