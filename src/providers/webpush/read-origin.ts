/** Returns '' if the endpoint is not a URL. */
export const originOfEndpoint = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).origin : '');

/** Reads the origins of many endpoints. Endpoints of one page begin alike, and parsing each would cost too much. */
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
