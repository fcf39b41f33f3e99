import { createHash } from 'node:crypto';

import type * as S3 from '@aws-sdk/client-s3';
import { z } from 'zod';

import { StorageFailed } from '../../domain/files/errors.ts';
import { Blobs } from '../../domain/files/ports/blobs.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { blobProvider, assertHash, isHash, OWNER_NAME } from './provider.ts';

const PREFIX = 'blobs/';
const CONNECT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 3;

type Sdk = typeof S3;

/** An S3 bucket: Amazon, MinIO or any compatible server. */
export const s3 = blobProvider({
  id: 's3',
  label: 'S3',
  settings: z.object({
    S3_BUCKET: tokenField('Existing bucket.'),
    S3_ENDPOINT: optionalField(urlField("Address of the service, if not Amazon's own.")),
    S3_REGION: optionalField(tokenField('Region, if not `us-east-1`.')),
    S3_ACCESS_KEY_ID: tokenField('Access key.'),
    S3_SECRET_ACCESS_KEY: tokenField('Secret of the access key.'),
  }),
  enabledBy: 'S3_BUCKET',
  connect: (settings) =>
    new S3Blobs(settings.S3_BUCKET, {
      ...(settings.S3_ENDPOINT === undefined ? {} : { endpoint: settings.S3_ENDPOINT }),
      region: settings.S3_REGION ?? 'us-east-1',
      credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
    }),
});

interface S3Options {
  readonly endpoint?: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

interface S3Object {
  readonly Bucket: string;
  readonly Key: string;
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Objects under `blobs/<hash>`. S3 stores an object whole or not at all. */
export class S3Blobs extends Blobs {
  readonly ownerPlace: string;
  private loaded: Promise<{ sdk: Sdk; client: S3.S3Client }> | undefined;

  constructor(
    private readonly bucket: string,
    private readonly options: S3Options,
  ) {
    super();
    this.ownerPlace = `s3://${bucket}/${PREFIX}${OWNER_NAME}`;
  }

  put(hash: string, bytes: Uint8Array): Promise<void> {
    return this.withClient(async ({ sdk, client }) => {
      const object = this.objectOf(hash);
      try {
        const { ContentLength, ETag } = await client.send(new sdk.HeadObjectCommand(object));
        if (ContentLength === bytes.length && ETag === etagOf(bytes)) return;
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
      await client.send(putCommand(sdk, object, bytes));
    });
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    return this.getObject(this.objectOf(hash));
  }

  async getOwner(): Promise<string | undefined> {
    const bytes = await this.getObject(this.ownerObject);
    return bytes && Buffer.from(bytes).toString('utf8').trim();
  }

  setOwner(installationId: string): Promise<void> {
    return this.withClient(async ({ sdk, client }) => {
      await client.send(putCommand(sdk, this.ownerObject, Buffer.from(installationId)));
    });
  }

  remove(hash: string): Promise<void> {
    return this.withClient(async ({ sdk, client }) => {
      await client.send(new sdk.DeleteObjectCommand(this.objectOf(hash)));
    });
  }

  async *list(): AsyncGenerator<readonly string[]> {
    for (let next: string | undefined = ''; next !== undefined;) {
      const token: string = next;
      const page = await this.withClient(
        ({ sdk, client }) =>
          client.send(
            new sdk.ListObjectsV2Command({
              Bucket: this.bucket,
              Prefix: PREFIX,
              ...(token === '' ? {} : { ContinuationToken: token }),
            }),
          ),
        'read',
      );
      const hashes = (page.Contents ?? []).map(({ Key }) => (Key ?? '').slice(PREFIX.length)).filter(isHash);
      if (hashes.length > 0) yield hashes;
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    }
  }

  private getObject(object: S3Object): Promise<Uint8Array | undefined> {
    return this.withClient(async ({ sdk, client }) => {
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(object));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    }, 'read');
  }

  private async withClient<T>(
    work: (with_: { sdk: Sdk; client: S3.S3Client }) => Promise<T>,
    what: 'stored' | 'read' = 'stored',
  ): Promise<T> {
    try {
      return await work(await (this.loaded ??= this.load()));
    } catch (error) {
      throw new StorageFailed(error, what);
    }
  }

  /** Loaded with the first file, because the library is large. */
  private async load(): Promise<{ sdk: Sdk; client: S3.S3Client }> {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      ...this.options,
      forcePathStyle: true,
      maxAttempts: MAX_ATTEMPTS,
      // Not every compatible server knows the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    });
    return { sdk, client };
  }

  private objectOf(hash: string): S3Object {
    return { Bucket: this.bucket, Key: PREFIX + assertHash(hash) };
  }

  private get ownerObject(): S3Object {
    return { Bucket: this.bucket, Key: PREFIX + OWNER_NAME };
  }
}

/**
 * The ETag of an object that was put whole. Buckets encrypted with keys of one's own have others: what is there already
 * is sent again then.
 */
const etagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const putCommand = (sdk: Sdk, object: S3Object, bytes: Uint8Array): S3.PutObjectCommand =>
  new sdk.PutObjectCommand({
    ...object,
    Body: bytes,
    ContentLength: bytes.length,
    ContentType: 'application/octet-stream',
  });
