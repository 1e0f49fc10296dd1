/** '' for what is no address. */
export const originOfEndpoint = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).origin : '');

/** Origins of many endpoints. Parsing each would cost more than all else; those of a page begin alike. */
export class OriginReader {
  private readonly known = new Map<string, string>();

  read(endpoint: string): string {
    const start = ORIGIN_START.exec(endpoint)?.[0];
    if (start === undefined) return originOfEndpoint(endpoint);
    const origin = this.known.get(start) ?? originOfEndpoint(endpoint);
    this.known.set(start, origin);
    return origin;
  }
}

const ORIGIN_START = /^https?:\/\/[^/\\?#]+\//i;
