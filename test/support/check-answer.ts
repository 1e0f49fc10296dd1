import { Ajv } from 'ajv';
import { REST_PREFIX } from '../../src/rest-compat/rest-api.js';
import type { RestRoute } from '../../src/rest-compat/rest-route.js';
import { REST_ROUTES } from '../../src/rest-compat/routes/index.js';

const ajv = new Ajv({ allErrors: true });

/** Every answer of the REST interface must be what its route's schema says, or the one shape of errors. */
export const checkAnswer = (request: { method: string; path: string }, answer: { status: number; body: unknown }) => {
  const route = findRoute(request);
  if (!route) return;
  const { status, body } = answer;
  const name = `${route.method} ${route.path}`;
  if (status >= 400) return checkError(name, body);
  if (status !== route.status) throw new Error(`${name} answered ${status}, not ${route.status}`);
  if (!route.answer) {
    if (body !== null) throw new Error(`${name} answered with a body`);
    return;
  }
  if (!ajv.validate(route.answer, body))
    throw new Error(`${name} answered ${ajv.errorsText()}: ${JSON.stringify(body)}`);
};

const checkError = (name: string, body: unknown): void => {
  const keys = Object.keys(body ?? {})
    .sort()
    .join();
  if (keys !== 'error,req_id') throw new Error(`${name} answered an error of another shape: ${JSON.stringify(body)}`);
};

const findRoute = ({ method, path }: { method: string; path: string }): RestRoute | undefined => {
  const segments = path.slice(REST_PREFIX.length).split('?', 1)[0]?.split('/') ?? [];
  const fits = (route: RestRoute): boolean => {
    const pattern = route.path.split('/');
    return (
      pattern.length === segments.length && pattern.every((part, i) => part.startsWith(':') || part === segments[i])
    );
  };
  return REST_ROUTES.find((route) => route.method === method && fits(route));
};
