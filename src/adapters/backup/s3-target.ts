import type * as S3 from '@aws-sdk/client-s3';

import { type ArchivePlace, BackupTarget } from '../../domain/backup/ports.ts';
import type { S3Location } from '../../platform/backup-settings.ts';
import { createArchive, openArchive } from './archive-file.ts';
import { S3Sink } from './s3-sink.ts';

const CONNECT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 300_000;
const MAX_ATTEMPTS = 4;

type Sdk = typeof S3;

/** A bucket of S3 or of a compatible server: archives are uploaded in parts while they are written. */
export class S3Target extends BackupTarget {
  readonly label: string;
  private loaded: Promise<{ sdk: Sdk; client: S3.S3Client }> | undefined;

  constructor(
    private readonly location: S3Location,
    private readonly passphrase: string | undefined,
    private readonly partBytes?: number,
  ) {
    super();
    this.label = `s3://${location.bucket}/${location.prefix}`.replace(/\/$/, '');
  }

  at(name: string): ArchivePlace {
    const object = this.objectOf(name);
    return {
      create: async () => {
        const { sdk, client } = await this.connect();
        return createArchive(await S3Sink.create({ sdk, client }, object, this.partBytes), this.passphrase);
      },
      open: () => openArchive(() => this.read(object), this.passphrase),
    };
  }

  async list(): Promise<readonly string[]> {
    const { bucket, prefix } = this.location;
    const { sdk, client } = await this.connect();
    const names: string[] = [];
    for (let token: string | undefined, isCut = true; isCut;) {
      const page: S3.ListObjectsV2CommandOutput = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      );
      names.push(...(page.Contents ?? []).map(({ Key }) => (Key ?? '').slice(prefix.length)));
      token = page.NextContinuationToken;
      isCut = page.IsTruncated === true && token !== undefined;
    }
    return names;
  }

  async remove(name: string): Promise<void> {
    const { sdk, client } = await this.connect();
    await client.send(new sdk.DeleteObjectCommand(this.objectOf(name)));
  }

  private objectOf(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.location.bucket, Key: this.location.prefix + name };
  }

  private async *read(object: { readonly Bucket: string; readonly Key: string }): AsyncGenerator<Uint8Array> {
    const { sdk, client } = await this.connect();
    const { Body } = await client.send(new sdk.GetObjectCommand(object));
    if (Body) yield* Body.transformToWebStream();
  }

  private connect(): Promise<{ sdk: Sdk; client: S3.S3Client }> {
    return (this.loaded ??= this.load());
  }

  private async load(): Promise<{ sdk: Sdk; client: S3.S3Client }> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region, accessKeyId, secretAccessKey } = this.location;
    const client = new sdk.S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      maxAttempts: MAX_ATTEMPTS,
      // Not every compatible server knows the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    });
    return { sdk, client };
  }
}
