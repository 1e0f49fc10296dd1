import { ConfigError } from '../errors.js';

/** `scheme://user:password@host:port,host:port/?name=value`, which `URL` cannot parse with several hosts. */
export interface ServerUrl {
  readonly scheme: string;
  readonly servers: readonly { readonly host: string; readonly port: number }[];
  readonly username: string | null;
  readonly password: string | null;
  readonly parameters: ReadonlyMap<string, string>;
}

export interface ServerUrlRules {
  readonly setting: string;
  readonly example: string;
  /** The accepted schemes. */
  readonly schemes: readonly string[];
  readonly defaultPort: number;
  /** The accepted parameters, each with the pattern of its values. */
  readonly parameters: Readonly<Record<string, RegExp>>;
}

const SHAPE = /^([a-z][a-z+]*):\/\/(?:([^@/?#\s]*)@)?([^@/?#\s]+)\/?(?:\?([^#\s]*))?$/i;
const SERVER = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i;

/** @throws ConfigError without the URL, which may hold a password. */
export const parseServerUrl = (text: string, rules: ServerUrlRules): ServerUrl => {
  const [, scheme = '', login = '', hosts = '', query = ''] = SHAPE.exec(text) ?? [];
  const refuse = (problem: string): never => {
    throw new ConfigError(rules.setting, problem);
  };
  const servers = hosts.split(',').map((server) => readServer(server, rules.defaultPort));
  if (!rules.schemes.includes(scheme.toLowerCase()) || servers.includes(null)) {
    return refuse(`must be an address such as ${rules.example}.`);
  }
  const parameters = new Map(new URLSearchParams(query));
  for (const [name, value] of parameters) {
    const pattern = Object.hasOwn(rules.parameters, name) ? rules.parameters[name] : undefined;
    if (!pattern) refuse(`has a parameter that does not exist; the parameters are ${listNames(rules)}.`);
    else if (!pattern.test(value)) refuse(`has a value of the parameter ${name} that is not allowed (docs/sinks.md).`);
  }
  const colon = login.indexOf(':');
  const [username, password] = colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
  return {
    scheme: scheme.toLowerCase(),
    servers: servers.filter((server) => server !== null),
    username: decode(username, rules.setting),
    password: decode(password, rules.setting),
    parameters,
  };
};

const readServer = (text: string, defaultPort: number): { host: string; port: number } | null => {
  const [matched, v6, name, port = String(defaultPort)] = SERVER.exec(text) ?? [];
  const isPort = Number(port) > 0 && Number(port) < 65_536;
  return matched !== undefined && isPort ? { host: v6 ?? name ?? '', port: Number(port) } : null;
};

const listNames = ({ parameters }: ServerUrlRules): string => Object.keys(parameters).join(', ');

const decode = (part: string, setting: string): string | null => {
  try {
    return decodeURIComponent(part) || null;
  } catch {
    throw new ConfigError(setting, 'has a percent sign that does not start a code; write %25 for a percent sign.');
  }
};
