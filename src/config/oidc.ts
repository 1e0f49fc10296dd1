import { ConfigError } from '../errors.js';
import type { OidcConfig } from './config.js';
import type { EnvReader } from './env-reader.js';

/** `PUBLIC_URL` is an origin without a path, because cookies and links apply to a whole host. */
export const readPublicUrl = (read: EnvReader): string | null => {
  if (read.optional('PUBLIC_URL') === null) return null;
  const url = read.httpUrl('PUBLIC_URL', '');
  if (new URL(url).origin === url) return url;
  throw new ConfigError(
    'PUBLIC_URL',
    'must be an address without a path or a password, such as https://push.example.com.',
  );
};

/** Returns null if nothing is configured; a partial configuration is an error. */
export const readOidc = (read: EnvReader): OidcConfig | null => {
  const name = read.text('OIDC_NAME', 'Single sign-on');
  const scopes = read.text('OIDC_SCOPES', 'openid email profile').split(/\s+/);
  const [issuer, clientId, clientSecret] = [
    read.optional('OIDC_ISSUER'),
    read.optional('OIDC_CLIENT_ID'),
    read.optional('OIDC_CLIENT_SECRET'),
  ];
  if (issuer === null && clientId === null && clientSecret === null) return null;
  if (issuer === null && clientId === null) {
    throw new ConfigError('OIDC_CLIENT_SECRET', 'is set without OIDC_ISSUER and OIDC_CLIENT_ID; set all three.');
  }
  if (clientId === null) throw new ConfigError('OIDC_CLIENT_ID', 'is required for single sign-on.');
  if (clientSecret === null) throw new ConfigError('OIDC_CLIENT_SECRET', 'is required for single sign-on.');
  if ([...name].length > 60) throw new ConfigError('OIDC_NAME', 'must have at most 60 characters.');
  return Object.freeze({ issuer: readIssuer(read), clientId, clientSecret, name, scopes: joinScopes(scopes) });
};

/**
 * Access tokens need an audience of their own, because a token for another service must not open this one. Without
 * `PUBLIC_URL` the service has no name that a caller could not choose.
 */
export const readMcpAudience = (read: EnvReader): string | null => {
  const [audience, clientId, publicUrl] = [
    read.optional('MCP_AUDIENCE'),
    read.optional('OIDC_CLIENT_ID'),
    readPublicUrl(read),
  ];
  if (audience !== null && (clientId === null || publicUrl === null)) {
    throw new ConfigError('MCP_AUDIENCE', 'requires PUBLIC_URL and single sign-on; set OIDC_ISSUER and the like.');
  }
  if (clientId === null || publicUrl === null) return null;
  if (audience !== clientId) return audience ?? `${publicUrl}/mcp`;
  throw new ConfigError('MCP_AUDIENCE', 'must differ from OIDC_CLIENT_ID, or ID tokens would count as access tokens.');
};

/** The issuer exactly as it names itself, including a trailing slash. Without TLS only for tests on one machine. */
const readIssuer = (read: EnvReader): string => {
  const issuer = read.optional('OIDC_ISSUER') ?? '';
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isPlain = url?.protocol === 'http:' && read.boolean('OUTBOUND_ALLOW_PRIVATE', false);
  if (url && (url.protocol === 'https:' || isPlain) && !url.search && !url.hash) return issuer;
  throw new ConfigError('OIDC_ISSUER', 'must be the https address that your identity provider states as its issuer.');
};

const joinScopes = (scopes: readonly string[]): string => {
  if (scopes.includes('openid')) return scopes.join(' ');
  throw new ConfigError('OIDC_SCOPES', 'must include openid, for example "openid email profile".');
};
