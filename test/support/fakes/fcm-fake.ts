import { randomInt } from 'node:crypto';
import type { FakeContext, FakeRequest, Reply } from './exchange.js';
import { isObject, jsonReply, parseObject, retryAfter, stringOrNull } from './exchange.js';
import { FcmAuth, type FcmRegistration } from './fcm-auth.js';
import { type FieldViolation, findFcmViolations } from './fcm-schema.js';
import { isLost } from './misbehaviour.js';

const PAYLOAD_LIMIT_BYTES = 4096;

/** Firebase Cloud Messaging's HTTP v1 API, with its OAuth endpoint. */
export class FcmFake {
  private readonly auth: FcmAuth;

  constructor(private readonly context: FakeContext) {
    this.auth = new FcmAuth(context);
  }

  register(registration: FcmRegistration): void {
    this.auth.register(registration);
  }

  revokeAccessTokens(): void {
    this.auth.revoke();
  }

  readonly handle = (request: FakeRequest): Reply => {
    const [path = ''] = request.path.split('?');
    if (path === '/token') return this.auth.grant(request);
    const projectId = /^\/v1\/projects\/([\w-]+)\/messages:send$/.exec(path)?.[1];
    if (projectId === undefined || request.method !== 'POST') return googleError(NOT_FOUND);
    const { message, unknown, isValidation } = readMessage(request.body);
    const call: Call = { projectId, target: stringOrNull(message?.token) ?? '', message: message ?? {} };
    const refusal = this.checkCaller(request, projectId) ?? checkMessage(request, message, unknown);
    if (refusal !== null) return this.refused(call, refusal);
    if (this.context.misbehaviour.deadSince('provider_a', call.target) !== null)
      return this.refused(call, UNREGISTERED);
    // Google validates the message without sending it.
    if (isValidation) return jsonReply(200, { name: `projects/${projectId}/messages/fake_message_id` });
    return this.take(request, call);
  };

  private checkCaller({ headers }: FakeRequest, projectId: string): GoogleError | null {
    const owner = this.auth.projectOf(headers.authorization);
    if (owner === null) return UNAUTHENTICATED;
    return owner === projectId ? null : PERMISSION_DENIED;
  }

  private take(request: FakeRequest, call: Call): Reply {
    const { ledger, misbehaviour } = this.context;
    const { projectId: appKey, target, message } = call;
    const { nthOnConnection, mayRefuse } = request;
    const fault = misbehaviour.next({ provider: 'provider_a', appKey, targets: [target], nthOnConnection, mayRefuse });
    if (fault?.kind === 'answer' && fault.status !== 200) {
      const reply = this.refused(call, errorFor(fault.status, fault.reason));
      return { ...reply, headers: { ...reply.headers, ...retryAfter(fault.retryAfterSeconds) }, fault };
    }
    const isTaken = !isLost(fault);
    const name = `projects/${appKey}/messages/0:${Date.now()}${randomInt(1_000_000)}%${randomInt(2 ** 40).toString(16)}`;
    const shown = readShown(message);
    ledger.record({
      ...{ provider: 'provider_a', appKey, target, messageId: name },
      ...{ status: isTaken ? 200 : 0, reason: isTaken ? null : (fault?.kind ?? null) },
      ...shown,
      identity: shown.receipt ?? JSON.stringify(message),
      shownAs: readTag(message),
    });
    return { ...jsonReply(200, { name }), fault };
  }

  private refused({ projectId, target }: Call, error: GoogleError): Reply {
    const nothing = { messageId: null, title: null, body: null, content: null, receipt: null, identity: null };
    const reason = error.errorCode ?? error.status;
    this.context.ledger.record({
      provider: 'provider_a',
      appKey: projectId,
      target,
      status: error.code,
      reason,
      ...nothing,
    });
    return googleError(error);
  }
}

interface Call {
  readonly projectId: string;
  readonly target: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Google's error model; `errorCode` is FCM's own and `violations` go into a BadRequest detail. */
interface GoogleError {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly errorCode?: string | undefined;
  readonly violations?: readonly FieldViolation[];
}

const NOT_FOUND: GoogleError = { code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' };
const UNREGISTERED: GoogleError = { ...NOT_FOUND, errorCode: 'UNREGISTERED' };
const UNAUTHENTICATED: GoogleError = {
  code: 401,
  status: 'UNAUTHENTICATED',
  message: 'Request had invalid authentication credentials. Expected OAuth 2 access token.',
};
const PERMISSION_DENIED: GoogleError = {
  code: 403,
  status: 'PERMISSION_DENIED',
  message: "Permission 'cloudmessaging.messages.create' denied on resource.",
};
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};
/** FCM's own codes; other reasons are Google-wide statuses and come without an FcmError detail. */
const FCM_CODES = new Set(
  'UNSPECIFIED_ERROR INVALID_ARGUMENT UNREGISTERED SENDER_ID_MISMATCH QUOTA_EXCEEDED UNAVAILABLE INTERNAL THIRD_PARTY_AUTH_ERROR'.split(
    ' ',
  ),
);
const DEFAULT_CODES: Readonly<Record<number, string>> = {
  404: 'UNREGISTERED',
  429: 'QUOTA_EXCEEDED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const errorFor = (code: number, reason: string | undefined): GoogleError => {
  const errorCode = reason ?? DEFAULT_CODES[code];
  const status = STATUS_NAMES[code] ?? 'UNKNOWN';
  const message = `Misbehaviour: ${errorCode ?? status}`;
  return {
    code,
    status,
    message,
    errorCode: errorCode !== undefined && FCM_CODES.has(errorCode) ? errorCode : undefined,
  };
};

const googleError = ({ code, status, message, errorCode, violations = [] }: GoogleError): Reply => {
  const details = [
    ...(errorCode === undefined ? [] : [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }]),
    ...(violations.length === 0
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }]),
  ];
  return jsonReply(code, { error: { code, message, status, ...(details.length > 0 && { details }) } });
};

const readMessage = (body: Buffer) => {
  const parsed = parseObject(body);
  const message = isObject(parsed?.message) ? parsed.message : null;
  const unknown = Object.keys(parsed ?? {}).find((key) => !['message', 'validate_only', 'validateOnly'].includes(key));
  return { message, unknown, isValidation: parsed?.validate_only === true };
};

const invalid = (message: string, violations: readonly FieldViolation[], errorCode?: string): GoogleError => ({
  ...{ code: 400, status: 'INVALID_ARGUMENT', message, errorCode, violations },
});

const checkMessage = (
  { headers }: FakeRequest,
  message: Record<string, unknown> | null,
  unknown: string | undefined,
): GoogleError | null => {
  if (!String(headers['content-type']).startsWith('application/json')) return invalid('Content-Type must be JSON', []);
  if (unknown !== undefined) {
    const description = `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`;
    return invalid(description, [{ field: '', description }]);
  }
  if (message === null) return invalid('Missing message.', [{ field: 'message', description: 'Missing message.' }]);
  const violations = findFcmViolations(message);
  if (violations[0] !== undefined) return invalid(violations[0].description, violations);
  return checkToken(message) ?? checkSize(message);
};

const checkToken = ({ token, topic, condition }: Record<string, unknown>): GoogleError | null => {
  const description = 'Exactly one of token, topic or condition is required';
  const given = [token, topic, condition].filter((one) => one !== undefined && one !== '');
  if (given.length !== 1) return invalid(description, [{ field: 'message', description }], 'INVALID_ARGUMENT');
  // Google's answer to a malformed token names no field.
  return typeof token === 'string' && /^[\w:.-]{1,4096}$/.test(token)
    ? null
    : invalid('The registration token is not a valid FCM registration token', [], 'INVALID_ARGUMENT');
};

const checkSize = ({ data, notification, android }: Record<string, unknown>): GoogleError | null => {
  const size = [data, notification, isObject(android) ? android.notification : undefined]
    .flatMap((part) => Object.entries(isObject(part) ? part : {}).flat())
    .reduce<number>((sum, text) => sum + Buffer.byteLength(String(text)), 0);
  if (size <= PAYLOAD_LIMIT_BYTES) return null;
  return invalid('Message too big', [{ field: 'message', description: 'Message too big' }], 'INVALID_ARGUMENT');
};

/** The identity on an Android device, for a notification that the system draws or a message that the app reads. */
const readTag = ({ android, data }: Readonly<Record<string, unknown>>): string | null => {
  const notification = isObject(android) ? android.notification : undefined;
  if (isObject(notification)) return stringOrNull(notification.tag);
  return isObject(data) ? stringOrNull(data.message_id) : null;
};

const readShown = (message: Readonly<Record<string, unknown>>) => {
  const data = isObject(message.data) ? message.data : {};
  const drawn = isObject(message.notification) ? message.notification : { title: data.title, body: data.text };
  return {
    title: stringOrNull(drawn.title),
    body: stringOrNull(drawn.body),
    content: message,
    receipt: stringOrNull(data.receipt),
  };
};
