import { hash as digest } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { MediaStoreConfig } from '../../config/media-url.js';
import { type MediaStore, MediaStoreError } from './media-store.js';

type S3Config = Extract<MediaStoreConfig, { kind: 's3' }>;

const WRITE_MS = 30_000;
/** Covers the whole answer, which a slow reader delays. */
const READ_MS = 120_000;
/** Additional attempts after answers of 500 and above, and 429. */
const RETRIES = 2;

/** A bucket of Amazon S3 or a service with the same interface. A PUT becomes visible as a whole. */
export class BucketStore implements MediaStore {
  private readonly client: AwsClient;
  private readonly base: string;

  constructor({ bucket, prefix, endpoint, region, accessKeyId, secretAccessKey }: S3Config) {
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
    this.base = `${addressOf({ bucket, endpoint, region })}/${prefix}`;
  }

  async put(hash: string, bytes: Buffer, type: string): Promise<void> {
    // Without this header the signature would not cover the content.
    const headers = { 'content-type': type, 'x-amz-content-sha256': digest('sha256', bytes, 'hex') };
    const answer = await this.request(hash, { method: 'PUT', headers, body: new Uint8Array(bytes) }, WRITE_MS);
    await answer.body?.cancel();
    if (!answer.ok) throw refusedBy(answer);
  }

  async read(hash: string): Promise<Readable | null> {
    const answer = await this.request(hash, { method: 'GET' }, READ_MS);
    if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream);
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw refusedBy(answer);
  }

  async delete(hash: string): Promise<void> {
    const answer = await this.request(hash, { method: 'DELETE' }, WRITE_MS);
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw refusedBy(answer);
  }

  private async request(hash: string, init: RequestInit, timeoutMs: number): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      return await this.client.fetch(`${this.base}${hash}`, { ...init, signal, redirect: 'manual' });
    } catch (error) {
      throw new MediaStoreError(`the bucket of MEDIA_URL does not answer (${describe(error)})`);
    }
  }
}

/** Amazon's certificates cover no bucket with a dot in its name as part of the host. */
const addressOf = ({ bucket, endpoint, region }: Pick<S3Config, 'bucket' | 'endpoint' | 'region'>): string => {
  const amazon = `s3.${region}.amazonaws.com`;
  if (endpoint === null && !bucket.includes('.')) return `https://${bucket}.${amazon}`;
  return `${endpoint ?? `https://${amazon}`}/${bucket}`;
};

const refusedBy = ({ status }: Response): MediaStoreError =>
  new MediaStoreError(`the bucket of MEDIA_URL answers ${status}`, status === 507);

/** fetch hides the reason in the cause. */
const describe = (error: unknown): string => {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'error';
};
