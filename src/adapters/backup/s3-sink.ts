import type * as S3 from '@aws-sdk/client-s3';

import type { ByteSink } from './byte-sink.ts';

/** S3 takes at most 10 000 parts: 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;

interface Connection {
  readonly sdk: typeof S3;
  readonly client: S3.S3Client;
}

type S3Object = { readonly Bucket: string; readonly Key: string };

/** An object that is uploaded in parts and is there only when it is complete. */
export class S3Sink implements ByteSink {
  private readonly parts: S3.CompletedPart[] = [];
  private pending: Uint8Array[] = [];
  private length = 0;
  private bytes = 0;
  private isClosed = false;

  private constructor(
    private readonly connection: Connection,
    private readonly object: S3Object,
    private readonly uploadId: string,
    private readonly partBytes: number,
  ) {}

  static async create(connection: Connection, object: S3Object, partBytes = PART_BYTES): Promise<S3Sink> {
    const { sdk, client } = connection;
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(object));
    if (UploadId === undefined) throw new Error('The server began no upload.');
    return new S3Sink(connection, object, UploadId, partBytes);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.pending.push(bytes);
    this.length += bytes.length;
    if (this.length >= this.partBytes) await this.flush();
  }

  async close(): Promise<number> {
    await this.flush();
    const { sdk, client } = this.connection;
    await client.send(
      new sdk.CompleteMultipartUploadCommand({
        ...this.object,
        UploadId: this.uploadId,
        MultipartUpload: { Parts: this.parts },
      }),
    );
    this.isClosed = true;
    return this.bytes;
  }

  async abort(): Promise<void> {
    const { sdk, client } = this.connection;
    if (this.isClosed) await client.send(new sdk.DeleteObjectCommand(this.object));
    else await client.send(new sdk.AbortMultipartUploadCommand({ ...this.object, UploadId: this.uploadId }));
  }

  private async flush(): Promise<void> {
    if (this.length === 0) return;
    const { sdk, client } = this.connection;
    const PartNumber = this.parts.length + 1;
    const Body = Buffer.concat(this.pending);
    const { ETag } = await client.send(
      new sdk.UploadPartCommand({
        ...this.object,
        UploadId: this.uploadId,
        PartNumber,
        Body,
        ContentLength: Body.length,
      }),
    );
    this.parts.push({ PartNumber, ...(ETag === undefined ? {} : { ETag }) });
    this.bytes += Body.length;
    this.pending = [];
    this.length = 0;
  }
}
