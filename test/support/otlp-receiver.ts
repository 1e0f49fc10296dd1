import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span from OTLP/HTTP, with its attributes as one object. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' for the root span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** The linked traces. */
  readonly links: readonly string[];
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
}
interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes?: readonly OtlpAttribute[];
  readonly links?: readonly { readonly traceId: string }[];
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A collector: accepts `POST /v1/traces` with JSON, and keeps the spans. */
export class OtlpReceiver implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  private readonly server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    if (request.url === '/v1/traces') this.spans.push(...readSpans(JSON.parse(text)));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });

  static async open(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Names from the root span of its trace to this one. */
  pathTo(span: ReceivedSpan): string[] {
    const parent = this.spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId);
    return [...(parent ? this.pathTo(parent) : []), span.name];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const readSpans = ({ resourceSpans }: OtlpRequest): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, attributes = [], links = [] }) => ({
        ...{ traceId, spanId, parentSpanId, name },
        facts: toFacts(attributes),
        links: links.map((link) => link.traceId),
        resource: toFacts(resource.attributes),
      })),
    ),
  );

const toFacts = (attributes: readonly OtlpAttribute[]): ReceivedSpan['facts'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]));

const toValue = ({ stringValue, intValue, boolValue }: OtlpValue): string | number | boolean =>
  stringValue ?? (intValue === undefined ? (boolValue ?? '') : Number(intValue));
