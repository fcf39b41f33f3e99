import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Context } from 'koa';

import { FileTooLarge, DocumentReaderBusy, StorageFailed, TooManyUploads } from '../../../domain/files/errors.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { FairSemaphore, QueueFull } from '../../../platform/semaphore.ts';
import { FILES_PER_MESSAGE_RANGE } from '../../../shared/settings/storage-limits.ts';

/** Allowance for what a form has besides its file: boundaries, headers, texts. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const MAX_FIELD_BYTES = 32 * 1024;
const MAX_FIELDS = 8;
/** Forms of one user that are being received or waiting. Over HTTP/2 a page sends all files of a message at once. */
const MAX_FORMS_PER_USER = FILES_PER_MESSAGE_RANGE.max;
/** Forms held in memory at the same time, and forms that wait on disk. */
const QUEUE_LIMITS = { permits: 3, maxQueued: 100, maxQueuedPerOwner: MAX_FORMS_PER_USER };
/** A folder of a dead process. */
const STALE_FOLDER_MS = 3_600_000;

export interface UploadedFile {
  /** The name as sent. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The form's text fields by name. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface ExpectedForm {
  /** The owner: a user's files are inspected one after the other, so that one user cannot delay all others. */
  readonly uid: string;
  /** Aborts when the client disconnects: a waiting form leaves the queue. */
  readonly signal: AbortSignal;
  /** Bytes. */
  readonly limit: number;
  /** Names of other fields that the form may have. */
  readonly texts: readonly string[];
}

interface ParsedForm {
  readonly path: string;
  /** Bytes received, which a full disk may not have taken. */
  readonly size: number;
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Receives forms with one file, in a temporary folder that is always deleted at the end of the call. */
export class Uploads {
  private readonly queue = new FairSemaphore(QUEUE_LIMITS);
  /** Forms by sender. */
  private readonly forms = new Map<string, number>();
  /** Of forms that are being received or worked on. */
  private readonly open = new Set<string>();

  constructor(private readonly folder: string) {}

  /**
   * Hands the file to `work`. Throws `TooManyUploads` before it reads, `FileTooLarge` while it reads, `InvalidInput`
   * for an invalid form, `StorageFailed` when the disk is full, `DocumentReaderBusy` when too many wait.
   */
  async receive<T>(ctx: Context, expected: ExpectedForm, work: (file: UploadedFile) => Promise<T>): Promise<T> {
    const { uid, limit, signal } = expected;
    if (!ctx.is('multipart/form-data'))
      throw new InvalidInput('The body must be a form (multipart/form-data) with a file', 'body');
    if (Number(ctx.get('Content-Length')) > limit + FORM_OVERHEAD_BYTES) throw new FileTooLarge(limit);
    const forms = this.forms.get(uid) ?? 0;
    if (forms >= MAX_FORMS_PER_USER) throw new TooManyUploads();
    this.forms.set(uid, forms + 1);
    try {
      return await this.withTempFolder(async (folder) => {
        const { path, size, name, fields } = await parseForm(ctx, folder, expected);
        return this.runQueued(uid, signal, async () => work({ name, fields, bytes: await readWhole(path, size) }));
      });
    } finally {
      this.releaseForm(uid);
    }
  }

  private releaseForm(uid: string): void {
    const forms = (this.forms.get(uid) ?? 1) - 1;
    if (forms > 0) this.forms.set(uid, forms);
    else this.forms.delete(uid);
  }

  private async withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.folder, 'form-'));
    this.open.add(folder);
    try {
      return await work(folder);
    } finally {
      this.open.delete(folder);
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The only place with file bytes in memory: one file per user, a few in total. */
  private async runQueued<T>(uid: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.queue.run(uid, signal, work);
    } catch (error) {
      throw error instanceof QueueFull ? new DocumentReaderBusy() : error;
    }
  }

  /** Deletes what dead processes left; other processes may use the same folder. */
  async removeStale(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []); // there is none before the first upload
    for (const path of names.map((name) => join(this.folder, name))) {
      const found = await stat(path).catch(() => undefined);
      if (found && !this.open.has(path) && Date.now() - found.mtimeMs > STALE_FOLDER_MS)
        await rm(path, { recursive: true, force: true });
    }
  }

  /** At the end of the process: deletes the forms whose senders were cut off. */
  async close(): Promise<void> {
    for (const folder of this.open) await rm(folder, { recursive: true, force: true });
  }
}

/** Formidable ignores faults of its writes, so what a full disk did not take is only missed here. */
const readWhole = async (path: string, size: number): Promise<Uint8Array> => {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StorageFailed(error);
  });
  if (bytes.length !== size)
    throw new StorageFailed(Object.assign(new Error('An upload was not stored whole'), { code: 'ENOSPC' }));
  return bytes;
};

const parseForm = async (ctx: Context, folder: string, { limit, texts }: ExpectedForm): Promise<ParsedForm> => {
  const { koaBody } = await import('koa-body');
  const read = koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    formidable: {
      uploadDir: folder,
      maxFiles: 1,
      maxFileSize: limit,
      maxTotalFileSize: limit,
      maxFields: MAX_FIELDS,
      maxFieldsSize: MAX_FIELD_BYTES,
      allowEmptyFiles: true,
      minFileSize: 0,
      keepExtensions: false,
    },
    onError: (error) => {
      throw toUploadError(error, limit);
    },
  });
  await read(ctx, async () => undefined);
  return toParsedForm(ctx, texts);
};

/** Maps Formidable's error numbers. */
const TOO_LARGE = [1009, 1016];
const TOO_MANY_FILES = 1015;
const FIELDS_TOO_LARGE = [1006, 1007];

const toUploadError = (error: Error, limit: number): Error => {
  const code = 'code' in error ? Number(error.code) : 0;
  if (TOO_LARGE.includes(code)) return new FileTooLarge(limit);
  if (code === TOO_MANY_FILES) return new InvalidInput('file: send one file at a time', 'file');
  if (FIELDS_TOO_LARGE.includes(code)) return new InvalidInput('The form has too many or too long fields', 'body');
  if ('httpCode' in error) return new InvalidInput('The body is not a valid form', 'body');
  return new StorageFailed(error);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const toParsedForm = (ctx: Context, texts: readonly string[]): ParsedForm => {
  const body = 'body' in ctx.request && isRecord(ctx.request.body) ? ctx.request.body : {};
  const files = 'files' in ctx.request && isRecord(ctx.request.files) ? ctx.request.files : {};
  const unknownField = [...Object.keys(body), ...Object.keys(files)].find(
    (name) => name !== 'file' && !texts.includes(name),
  );
  if (unknownField !== undefined) throw new InvalidInput(`${unknownField}: unknown field`, unknownField.slice(0, 100));
  const file = requireFile(files['file']);
  const fields = Object.fromEntries(texts.map((name) => [name, requireText(name, body[name])]));
  return { ...file, fields };
};

const requireFile = (file: unknown): Pick<ParsedForm, 'path' | 'size' | 'name'> => {
  if (Array.isArray(file)) throw new InvalidInput('file: send one file at a time', 'file');
  if (!isRecord(file) || typeof file['filepath'] !== 'string' || typeof file['size'] !== 'number')
    throw new InvalidInput('file: a file is needed', 'file');
  return {
    path: file['filepath'],
    size: file['size'],
    name: typeof file['originalFilename'] === 'string' ? file['originalFilename'] : '',
  };
};

const requireText = (name: string, value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') throw new InvalidInput(`${name}: may stand in the form only once`, name);
  if (value.includes('\0')) throw new InvalidInput(`${name}: must not contain NUL characters`, name);
  return value;
};
