import { STORAGE_LIMITS, VISION, FILE_TTL } from '../../../src/domain/files/settings.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { DescribeImage } from '../../../src/domain/files/describe-image.ts';
import { sanitizeFileName, parseTags } from '../../../src/domain/files/file-name.ts';
import { FileUnreadable, StorageFailed } from '../../../src/domain/files/errors.ts';
import { BlobOwnership } from '../../../src/domain/files/blob-ownership.ts';
import { BlobReferences } from '../../../src/domain/files/blob-references.ts';
import { SmallerPictures } from '../../../src/domain/files/stored-pictures.ts';
import { ExchangeProgramFiles } from '../../../src/domain/files/exchange-program-files.ts';
import { StoreUpload } from '../../../src/domain/files/store-upload.ts';
import { UploadFile, type UploadFileInput } from '../../../src/domain/files/upload-file.ts';
import { DeleteFile, ListFiles, GetFile, ReembedFile, RemoveFile } from '../../../src/domain/files/manage-files.ts';
import {
  type SanitizedImage,
  ImageProcessor,
  type OwnedImage,
  ImageDescriber,
  type VisionRequest,
} from '../../../src/domain/files/ports/images.ts';
import { ContentHash } from '../../../src/domain/files/ports/blobs.ts';
import {
  type DetectedType,
  DocumentReader,
  FileTypeDetector,
  type ParsedDocument,
} from '../../../src/domain/files/ports/documents.ts';
import type { UserRequester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import { SweepFiles } from '../../../src/domain/files/sweep-files.ts';
import { DailyEmbeddingAllowance } from '../../../src/domain/billing/embedding-allowance.ts';
import { TierVisionAllowance } from '../../../src/domain/billing/vision-allowance.ts';
import { DomainError } from '../../../src/domain/kernel/domain-error.ts';
import { BackupLock } from '../../../src/domain/backup/backup-lock.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';
import {
  hashOf,
  InMemoryBlobs,
  InMemoryBlobReferenceCounts,
  InMemoryInstallation,
  InMemoryFiles,
  RecordingFileIndex,
} from '../../fakes/files.ts';
import { readableFiles } from '../../fakes/knowledge.ts';
import { InMemoryScans, ScriptedRecognizer } from '../../fakes/scans.ts';
import { CountingIds, FixedClock, InMemoryQuotas, InMemoryUnitOfWork } from '../../fakes/kernel.ts';

const HOUR = 3_600_000;
const never = new AbortController().signal;
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

class PlainHash extends ContentHash {
  compute(content: Uint8Array): string {
    return hashOf(Buffer.from(content).toString());
  }
}

/** The kind is the ending of the name. */
class ByEnding extends FileTypeDetector {
  looked = 0;

  guessKind(name: string): DetectedType['kind'] {
    return name.endsWith('.png') ? 'image' : 'text';
  }

  async detect(name: string): Promise<DetectedType> {
    this.looked += 1;
    return name.endsWith('.png') ? { kind: 'image', type: 'image/png' } : { kind: 'text', type: 'text/plain' };
  }
}

class PlainImages extends ImageProcessor {
  decoded = 0;

  async sanitize({ bytes: content }: OwnedImage): Promise<SanitizedImage | undefined> {
    this.decoded += 1;
    return Buffer.from(content).toString().startsWith('broken') ? undefined : { bytes: content, type: 'image/png' };
  }

  resizeForModel(image: OwnedImage): Promise<SanitizedImage | undefined> {
    return this.sanitize(image);
  }

  prepareForRecognition(image: OwnedImage): Promise<SanitizedImage | undefined> {
    return this.sanitize(image);
  }
}

class PlainReader extends DocumentReader {
  refusal: FileUnreadable | undefined;
  scannedPages: readonly number[] = [];

  async extract(): Promise<ParsedDocument> {
    if (this.refusal) throw this.refusal;
    return { blocks: [], pages: this.scannedPages.length, scannedPages: this.scannedPages };
  }
}

class PlainVision extends ImageDescriber {
  asked = 0;
  fault: Error | undefined;
  isBlind = false;

  sees(): boolean {
    return !this.isBlind;
  }

  transcribe(request: VisionRequest): Promise<string> {
    return this.describe(request);
  }

  async describe({ image }: { image: SanitizedImage }): Promise<string> {
    this.asked += 1;
    if (this.fault) throw this.fault;
    return `It shows ${Buffer.from(image.bytes).toString()}.`;
  }
}

const ann = (tier: UserRequester['tier'] = 'basic', more: Partial<UserRequester> = {}): UserRequester => ({
  kind: 'user',
  uid: 'ann',
  tier,
  isAdmin: false,
  verified: true,
  ...more,
});

const setup = () => {
  const clock = new FixedClock();
  const files = new InMemoryFiles(clock);
  const blobs = new InMemoryBlobs();
  const uses = new InMemoryBlobReferenceCounts((hash) => files.withHash(hash));
  const traces = new RecordingFileIndex();
  const settings = inMemorySettings(STORAGE_LIMITS);
  const vision = new PlainVision();
  const visionSettings = inMemorySettings(VISION);
  const reader = new PlainReader();
  const images = new PlainImages();
  const types = new ByEnding();
  const ids = new CountingIds();
  const work = new InMemoryUnitOfWork();
  const failures: string[] = [];
  const failed = (what: string) => void failures.push(what);
  const scans = new InMemoryScans();
  const recognizer = new ScriptedRecognizer();
  const backup = new BackupLock(new InMemoryJobLocks(), clock);
  const installation = new InMemoryInstallation();
  const ownership = new BlobOwnership({ blobs, counts: uses, installation, refused: failed });
  const kept = new BlobReferences({ blobs, counts: uses, ownership, clock, backup, failed });
  const embeddings = new DailyEmbeddingAllowance(settings, new InMemoryQuotas(ids, clock), clock);
  const tools = {
    files,
    bytes: kept,
    index: traces,
    ttl: inMemorySettings(FILE_TTL),
    types,
    images,
    reader,
    recognizer,
    scans,
    hash: new PlainHash(),
    work,
    ids,
    clock,
  };
  const keepFile = new UploadFile(new StoreUpload(tools), embeddings, settings);
  const remove = new RemoveFile({ files, index: traces, bytes: kept, work });
  const chores = new InMemoryJobLocks();
  const allowance = new TierVisionAllowance(visionSettings, new InMemoryQuotas(ids, clock), clock);
  return {
    clock,
    backup,
    files,
    blobs,
    uses,
    traces,
    settings,
    vision,
    visionSettings,
    images,
    reader,
    types,
    scans,
    recognizer,
    failures,
    kept,
    keepFile,
    upload: (more: Partial<UploadFileInput> = {}) =>
      keepFile.execute(
        {
          requester: ann(),
          purpose: 'permanent',
          name: 'a.txt',
          bytes: bytes('A'),
          description: '',
          tags: [],
          embed: true,
          ...more,
        },
        never,
      ),
    list: new ListFiles(files, scans, settings, traces),
    read: new GetFile(readableFiles(files), kept),
    deleteFile: new DeleteFile(remove, new RecordingAuditLog()),
    reEmbed: new ReembedFile(files, traces, embeddings, work),
    sweep: new SweepFiles({
      files,
      remove,
      bytes: kept,
      removeStaleUploads: async () => undefined,
      jobLocks: chores,
      clock,
      failed,
      swept: () => undefined,
    }),
    describeImage: new DescribeImage({
      files,
      bytes: kept,
      storage: settings,
      settings: visionSettings,
      allowance,
      vision,
      images,
      recognizer,
      hash: new PlainHash(),
    }),
  };
};

const refusal = async (work: Promise<unknown>): Promise<unknown[]> => {
  const error: unknown = await work.catch((refused: unknown) => refused);
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`);
  return [error.kind, error.code, error.message];
};

describe('names and tags', () => {
  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ann\\notes.md', 'notes.md'],
    ['a\0b\u202Etxt.exe', 'abtxt.exe'],
    ['  many   spaces .txt', 'many spaces .txt'],
    ['', 'file'],
    ['..', 'file'],
    ['/', 'file'],
    ['Gru\u0308n.txt', 'Gr\u00fcn.txt'],
    ['\ud800.txt', '.txt'],
  ])('%j becomes %j', (given, name) => expect(sanitizeFileName(given)).toBe(name));

  test('a name of 10 000 characters is cut and keeps its ending', () => {
    expect(sanitizeFileName(`${'x'.repeat(10_000)}.pdf`)).toBe(`${'x'.repeat(196)}.pdf`);
    expect([...sanitizeFileName('🐈'.repeat(10_000))]).toHaveLength(200);
  });

  test('tags are a list with commas, each once; too many or too long ones are none', () => {
    expect(parseTags(' work, Work ,, a  b\n')).toEqual(['Work', 'a b']);
    expect(parseTags('B\u00fcro,bu\u0308ro')).toEqual(['b\u00fcro']);
    expect([parseTags('x'.repeat(41)), parseTags(Array.from({ length: 21 }, (_, n) => `t${n}`).join(','))]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('keeping a file', () => {
  test('a permanent one waits for embedding; an unticked one, an image and one of a chat do not', async () => {
    const { upload, traces, clock } = setup();
    const note = await upload();
    expect(note).toMatchObject({ embeddingStatus: 'pending', expiresAt: null, size: 1, name: 'a.txt' });
    const others = [await upload({ embed: false }), await upload({ name: 'a.png' }), await upload({ purpose: 'chat' })];
    expect(others.map(({ embeddingStatus }) => embeddingStatus)).toEqual(['disabled', 'disabled', 'disabled']);
    expect(others[2]?.expiresAt).toBe(clock.now() + 72 * HOUR);
    expect(traces.enqueued).toEqual([`ann/${note.id}`]);
  });

  test('the free plan attaches images and nothing else, and nobody unverified anything', async () => {
    const { upload, keepFile, types } = setup();
    expect((await upload({ requester: ann('free'), purpose: 'chat', name: 'a.png' })).kind).toBe('image');
    const looked = types.looked;
    expect(await refusal(upload({ requester: ann('free'), purpose: 'chat' }))).toEqual([
      'forbidden',
      'SUBSCRIPTION_REQUIRED',
      expect.any(String),
    ]);
    expect(types.looked).toBe(looked); // not a byte was looked at
    expect(await refusal(keepFile.getMaxUploadBytes(ann('free'), 'permanent'))).toEqual([
      'forbidden',
      'SUBSCRIPTION_REQUIRED',
      expect.any(String),
    ]);
    expect(await refusal(keepFile.getMaxUploadBytes(ann('free', { verified: false }), 'chat'))).toEqual([
      'forbidden',
      'EMAIL_VERIFICATION_REQUIRED',
      expect.any(String),
    ]);
    expect(await keepFile.getMaxUploadBytes(ann('basic', { verified: false }), 'chat')).toBe(10 * 1024 * 1024);
  });

  test('an empty, a too large, a broken and an unreadable one leave nothing', async () => {
    const { upload, reader, settings, files, blobs } = setup();
    const limits = await settings.current();
    await settings.change({
      ...limits,
      tiers: { ...limits.tiers, basic: { maxFileSizeMB: 0.00001, maxTotalStorageMB: 1, maxFiles: 2 } },
    });
    expect(await refusal(upload({ bytes: bytes('') }))).toEqual([
      'invalid',
      'VALIDATION_ERROR',
      'a.txt cannot be used: it is empty',
    ]);
    expect((await refusal(upload({ bytes: bytes('more than ten') })))[0]).toBe('too_large');
    expect((await refusal(upload({ name: 'b.png', bytes: bytes('broken') })))[2]).toContain(
      'b.png cannot be used: the image is damaged',
    );
    reader.refusal = new FileUnreadable('encrypted', 'It is protected.');
    expect(await refusal(upload())).toEqual(['invalid', 'VALIDATION_ERROR', 'a.txt cannot be used: It is protected.']);
    expect([await files.getUsage('ann'), blobs.stored.size]).toEqual([{ files: 0, bytes: 0 }, 0]);
  });

  test('a scan is not taken into a chat, and kept by the manager with the reason', async () => {
    const { upload, reader } = setup();
    reader.refusal = new FileUnreadable('no text', 'It is a scan.');
    expect((await refusal(upload({ purpose: 'chat' })))[2]).toContain('It is a scan.');
    expect(await upload()).toMatchObject({ embeddingStatus: 'failed', embeddingError: 'It is a scan.' });
    expect(await upload({ embed: false })).toMatchObject({ embeddingStatus: 'disabled', embeddingError: null });
  });

  test('when the storage is full it is refused unread, and afterwards when another upload was quicker', async () => {
    const { upload, keepFile, settings, blobs } = setup();
    const limits = await settings.current();
    await settings.change({
      ...limits,
      tiers: { ...limits.tiers, basic: { maxFileSizeMB: 1, maxTotalStorageMB: 1, maxFiles: 1 } },
    });
    const outcomes = await Promise.allSettled([upload({ bytes: bytes('A') }), upload({ bytes: bytes('B') })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(keepFile.getMaxUploadBytes(ann(), 'chat'))).toEqual([
      'forbidden',
      'USAGE_LIMIT_EXCEEDED',
      expect.stringContaining('All 1 files'),
    ]);
    expect(blobs.stored.size).toBe(1);
  });

  test('a full disk leaves no row, no held bytes and no used room', async () => {
    const { upload, blobs, files, uses } = setup();
    blobs.nextError = new StorageFailed(new Error('ENOSPC'));
    expect((await refusal(upload()))[0]).toBe('unavailable');
    expect([await files.getUsage('ann'), uses.held.size]).toEqual([{ files: 0, bytes: 0 }, 0]);
    expect((await upload()).name).toBe('a.txt');
  });
});

describe('what becomes of files', () => {
  test('bytes that two files share go with the second', async () => {
    const { upload, deleteFile, blobs, traces, read } = setup();
    const [mine, hers] = [await upload(), await upload({ requester: ann('basic', { uid: 'bob' }) })];
    expect(blobs.stored.size).toBe(1);
    await deleteFile.execute(ann('free'), mine.id);
    expect([blobs.stored.size, traces.removed]).toEqual([1, [`ann/${mine.id}`]]);
    expect(await refusal(deleteFile.execute(ann(), hers.id))).toEqual(['not_found', undefined, 'File not found']);
    expect(Buffer.from((await read.execute(ann('basic', { uid: 'bob' }), hers.id)).bytes).toString()).toBe('A');
    await deleteFile.execute(ann('basic', { uid: 'bob' }), hers.id);
    expect(blobs.stored.size).toBe(0);
  });

  test('may fill the plan twice a day; deleting and sending again brings no more', async () => {
    const { upload, deleteFile, settings, traces } = setup();
    const limits = await settings.current();
    await settings.change({
      ...limits,
      tiers: { ...limits.tiers, basic: { ...limits.tiers.basic, maxFiles: 4 } },
    });
    for (let count = 0; count < 8; count += 1)
      await deleteFile.execute(ann(), (await upload({ name: `${count}.txt` })).id);
    expect(traces.enqueued).toHaveLength(8);
    const [kind, code] = await refusal(upload({ name: 'more.txt' }));
    expect([kind, code, traces.enqueued.length]).toEqual(['limit_reached', 'USAGE_LIMIT_EXCEEDED', 8]);
    expect((await upload({ name: 'more.txt', embed: false })).embeddingStatus).toBe('disabled');
    expect(
      (await upload({ name: 'other.txt', requester: ann('basic', { isAdmin: true, override: 'basic' }) }))
        .embeddingStatus,
    ).toBe('pending');
  });

  test('a failed or disabled one is embedded anew, any other is a conflict', async () => {
    const { upload, reEmbed, traces, files } = setup();
    const file = await upload({ embed: false });
    expect((await reEmbed.execute(ann(), file.id)).embeddingStatus).toBe('pending');
    expect(traces.enqueued).toEqual([`ann/${file.id}`]);
    expect((await refusal(reEmbed.execute(ann(), file.id)))[0]).toBe('conflict');
    await files.setEmbedding('ann', file.id, { embeddingStatus: 'completed', embeddingError: null, chunkCount: 1 });
    expect((await refusal(reEmbed.execute(ann(), file.id)))[0]).toBe('conflict');
    expect((await refusal(reEmbed.execute(ann(), (await upload({ name: 'a.png' })).id)))[0]).toBe('conflict');
    expect((await refusal(reEmbed.execute(ann('free'), file.id)))[1]).toBe('SUBSCRIPTION_REQUIRED');
    for (const id of ['nothing', (await upload({ purpose: 'chat' })).id])
      expect((await refusal(reEmbed.execute(ann(), id)))[0]).toBe('not_found');
  });

  test('expired ones are swept with bytes and traces, in one process at a time, and the rest is counted', async () => {
    const { upload, sweep, clock, files, blobs, uses, traces } = setup();
    await sweep.sweep(never, true); // an empty store becomes ours
    const gone = await upload({ purpose: 'chat', bytes: bytes('gone') });
    await upload({ bytes: bytes('stays') });
    await uses.retain(hashOf('cut off'), clock.now());
    blobs.stored.set(hashOf('cut off'), bytes('cut off'));
    blobs.stored.set(hashOf('stranger'), bytes('stranger'));
    await clock.advance(72 * HOUR);
    const [one, other] = await Promise.all([sweep.runIfDue(never), sweep.runIfDue(never)]);
    expect([one, other]).toEqual([{ files: { removed: 1, left: 0 }, bytes: { removed: 2, left: 0 } }, undefined]);
    expect([traces.removed, await files.countExpired(clock.now()), [...blobs.stored.keys()]]).toEqual([
      [`ann/${gone.id}`],
      0,
      [hashOf('stays')],
    ]);
    expect(await sweep.sweep(never, true)).toEqual({ files: { removed: 0, left: 0 }, bytes: { removed: 0, left: 0 } });
  });

  test('while a backup is made no bytes are removed; the next sweep removes them', async () => {
    const { upload, sweep, clock, blobs, backup, failures } = setup();
    await upload({ purpose: 'chat' });
    await clock.advance(72 * HOUR);
    await backup.run(async () => {
      expect((await sweep.sweep(never, true)).files).toEqual({ removed: 1, left: 0 });
      expect([blobs.stored.size, failures]).toEqual([1, []]);
    });
    expect((await sweep.sweep(never, true)).bytes).toEqual({ removed: 1, left: 0 });
    expect(blobs.stored.size).toBe(0);
  });

  test('what cannot be removed now is told as left and goes with the next sweep', async () => {
    const { upload, sweep, clock, blobs, failures } = setup();
    await upload({ purpose: 'chat' });
    await clock.advance(72 * HOUR);
    blobs.nextError = new StorageFailed(new Error('unplugged'));
    expect(await sweep.sweep(never, false)).toEqual({ files: { removed: 1, left: 0 }, bytes: { removed: 0, left: 0 } });
    expect([failures, blobs.stored.size]).toEqual([['removing the bytes of a file'], 1]);
    expect((await sweep.sweep(never, true)).bytes).toEqual({ removed: 1, left: 0 });
    expect(blobs.stored.size).toBe(0);
  });

  test('a page tells all that is used and may be used', async () => {
    const { upload, list } = setup();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload({ name, tags: [name] });
    await upload({ purpose: 'chat' });
    const page = await list.execute(ann(), { search: '', tag: '' }, { page: 2, limit: 2 });
    expect([page.files.length, page.total, page.usage, page.tags, page.canUpload]).toEqual([
      1,
      3,
      { files: 4, bytes: 4 },
      ['a.txt', 'b.txt', 'c.txt'],
      true,
    ]);
    const all = await list.execute(ann(), { search: '', tag: '', withAttachments: true }, { page: 1, limit: 9 });
    expect([all.total, all.files.length]).toEqual([all.usage.files, all.usage.files]);
    expect(page.quota).toEqual({ maxFiles: 100, maxBytes: 500 * 1024 * 1024, maxFileBytes: 10 * 1024 * 1024 });
    expect((await list.execute(ann('free'), { search: '', tag: '' }, { page: 1, limit: 2 })).canUpload).toBe(false);
  });

  test('a page tells of each file whether it waits, behind how many, or is being read or embedded', async () => {
    const { upload, list, files, clock } = setup();
    const stored = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      stored.push(await upload({ name }));
      await clock.advance(1);
    }
    await upload({ name: 'off.txt', embed: false });
    const progress = async () => {
      const page = await list.execute(ann(), { search: '', tag: '' }, { page: 1, limit: 9 });
      return new Map(page.files.map(({ file, embedding }) => [file.name, embedding]));
    };
    expect(await progress()).toEqual(
      new Map([
        ['off.txt', null],
        ['c.txt', { state: 'waiting', before: 2 }],
        ['b.txt', { state: 'waiting', before: 1 }],
        ['a.txt', { state: 'reading', before: 0 }],
      ]),
    );
    const id = stored[0]?.id ?? '';
    await files.setTextTokens('ann', id, 9);
    expect((await progress()).get('a.txt')).toEqual({ state: 'embedding', before: 0 });
    await files.setEmbedding('ann', id, { embeddingStatus: 'completed', embeddingError: null, chunkCount: 1 });
    expect((await progress()).get('a.txt')).toBeNull();
  });
});

describe('describing an image', () => {
  const wish = (more: object = {}) => ({
    requester: ann('free'),
    bytes: bytes('a cat'),
    fileName: 'cat.png',
    fileId: undefined,
    ...more,
  });

  test('is kept with the own file of the same content, and is asked once', async () => {
    const { upload, describeImage, vision, files } = setup();
    const file = await upload({ requester: ann('free'), purpose: 'chat', name: 'cat.png', bytes: bytes('a cat') });
    expect(await describeImage.execute(wish(), never)).toBe('It shows a cat.');
    expect(await describeImage.execute(wish({ bytes: undefined, fileId: file.id }), never)).toBe('It shows a cat.');
    expect([vision.asked, (await files.find('ann', file.id))?.visionDescription]).toEqual([1, 'It shows a cat.']);
  });

  test('is counted by day and by month, and given back when it failed', async () => {
    const { describeImage, vision, visionSettings, clock } = setup();
    const config = await visionSettings.current();
    await visionSettings.change({ ...config, rateLimits: { ...config.rateLimits, free: { daily: 1, monthly: 2 } } });
    vision.fault = new Error('no answer');
    await expect(describeImage.execute(wish(), never)).rejects.toThrow('no answer');
    vision.fault = undefined;
    await describeImage.execute(wish(), never);
    const daily = await describeImage.execute(wish(), never).catch((error: unknown) => error);
    expect(daily).toMatchObject({
      kind: 'forbidden',
      code: 'USAGE_LIMIT_EXCEEDED',
      details: { rule: 'daily', limit: 1, used: 1, resetsAt: '2026-01-16T00:00:00.000Z' },
    });
    await clock.advance(24 * HOUR);
    await describeImage.execute(wish(), never);
    await clock.advance(24 * HOUR);
    const monthly = await describeImage.execute(wish(), never).catch((error: unknown) => error);
    expect(monthly).toMatchObject({
      details: { rule: 'monthly', limit: 2, used: 2, resetsAt: '2026-02-01T00:00:00.000Z' },
    });
  });

  test('nothing is decoded for who has no look left, and a refused image takes none', async () => {
    const { describeImage, visionSettings, images, vision, upload } = setup();
    const config = await visionSettings.current();
    await visionSettings.change({ ...config, rateLimits: { ...config.rateLimits, free: { daily: 1, monthly: 9 } } });
    const dog = await upload({ requester: ann('free'), purpose: 'chat', name: 'dog.png', bytes: bytes('a dog') });
    expect((await refusal(describeImage.execute(wish({ bytes: bytes('broken') }), never)))[0]).toBe('invalid');
    await describeImage.execute(wish(), never);
    expect(
      await describeImage.execute(wish({ bytes: undefined, fileId: dog.id }), never).catch((error: unknown) => error),
    ).toMatchObject({ code: 'USAGE_LIMIT_EXCEEDED' });
    const before = images.decoded;
    for (const sent of ['a cat', 'broken', 'a bird']) {
      expect(
        await describeImage.execute(wish({ bytes: bytes(sent) }), never).catch((error: unknown) => error),
      ).toMatchObject({ code: 'USAGE_LIMIT_EXCEEDED' });
    }
    expect(
      await describeImage.execute(wish({ bytes: undefined, fileId: dog.id }), never).catch((error: unknown) => error),
    ).toMatchObject({ code: 'USAGE_LIMIT_EXCEEDED' });
    expect([images.decoded, vision.asked]).toEqual([before, 1]);
  });

  test('what was said of a sent image is said again and counts nothing', async () => {
    const { describeImage, visionSettings, upload, vision } = setup();
    const config = await visionSettings.current();
    await visionSettings.change({ ...config, rateLimits: { ...config.rateLimits, free: { daily: 2, monthly: 9 } } });
    await upload({ requester: ann('free'), purpose: 'chat', name: 'cat.png', bytes: bytes('a cat') });
    for (let n = 0; n < 3; n += 1) expect(await describeImage.execute(wish(), never)).toBe('It shows a cat.');
    expect([await describeImage.execute(wish({ bytes: bytes('a dog') }), never), vision.asked]).toEqual([
      'It shows a dog.',
      2,
    ]);
  });

  test('is refused when off, for the unverified, for foreign or unknown files, and for no image', async () => {
    const { describeImage, visionSettings, upload, vision, recognizer } = setup();
    const text = await upload();
    const kinds = async (more: object) => (await refusal(describeImage.execute(wish(more), never)))[0];
    expect(
      await Promise.all([
        kinds({ requester: ann('free', { verified: false }) }),
        kinds({ bytes: undefined, fileId: 'nothing' }),
        kinds({ bytes: undefined, fileId: text.id }),
        kinds({ bytes: bytes('broken') }),
        kinds({ bytes: bytes('') }),
        kinds({ bytes: undefined }),
        kinds({ bytes: new Uint8Array(6 * 1024 * 1024) }),
        kinds({ requester: ann('free', { uid: 'bob' }), bytes: undefined, fileId: text.id }),
      ]),
    ).toEqual(['forbidden', 'not_found', 'invalid', 'invalid', 'invalid', 'invalid', 'too_large', 'not_found']);
    await visionSettings.change({ ...(await visionSettings.current()), enabled: false });
    recognizer.available = false;
    expect([await kinds({}), vision.asked]).toEqual(['unavailable', 0]);
  });

  test('without a model that sees, the text in it is recognised and stored; without text it is refused', async () => {
    const { vision, recognizer, describeImage, files, upload } = setup();
    const image = await upload({ name: 'sign.png', bytes: bytes('No entry') });
    vision.isBlind = true;
    const input = { requester: ann(), bytes: undefined, fileName: '', fileId: image.id };
    const description = await describeImage.execute(input, never);
    expect(description).toMatch(/^No model has looked at this image\..*\n\nNo entry$/);
    expect((await files.find('ann', image.id))?.visionDescription).toBe(description);
    recognizer.texts.push('');
    const photo = { ...input, bytes: bytes('a photo'), fileId: undefined };
    expect((await refusal(describeImage.execute(photo, never)))[0]).toBe('unavailable');
    expect(vision.asked).toBe(0);
  });
});

describe('the files of a program', () => {
  const exchange = ({ files, kept, keepFile }: ReturnType<typeof setup>) =>
    new ExchangeProgramFiles(readableFiles(files), kept, keepFile);

  test('those of the conversation that the person may read go in, under names that differ', async () => {
    const made = setup();
    const ids = [
      (await made.upload({ bytes: bytes('A') })).id,
      (await made.upload({ bytes: bytes('B') })).id,
      (await made.upload({ requester: { ...ann(), uid: 'bob' } })).id,
      (await made.upload({ name: 'large.txt', bytes: new Uint8Array(8 << 20) })).id,
      (await made.upload({ name: 'larger.txt', bytes: new Uint8Array(9 << 20) })).id,
    ];
    const programFiles = exchange(made);
    const listed = await programFiles.list(ann(), [...ids, 'gone']);
    expect(listed.map(({ name }) => name)).toEqual(['a.txt', 'a (2).txt', 'large.txt']);
    await made.deleteFile.execute(ann(), ids[0] ?? '');
    expect(await programFiles.read(ann(), listed.slice(0, 2))).toEqual([{ name: 'a (2).txt', bytes: bytes('B') }]);
    expect(await programFiles.read({ ...ann(), uid: 'bob' }, listed)).toEqual([]);
  });

  test('a picture goes to a model smaller than it is stored, and only if it is a picture of this person', async () => {
    const { files, kept, images, upload } = setup();
    const pictures = new SmallerPictures(files, kept, images);
    const [picture, note] = [await upload({ name: 'plot.png', bytes: bytes('plot') }), await upload({})];
    const resized = await images.resizeForModel({ ownerId: 'ann', bytes: (await kept.get(picture.hash)) ?? bytes('') });
    expect(await pictures.find('ann', picture.id, never)).toEqual(resized);
    for (const [uid, id] of [
      ['bob', picture.id],
      ['ann', note.id],
      ['ann', 'gone'],
    ] as const)
      expect(await pictures.find(uid, id, never)).toBeUndefined();
  });

  test('what comes out is a file of the person and counts; no room, and what the plan has not, is said', async () => {
    const made = setup();
    const programFiles = exchange(made);
    const stored = await programFiles.store(ann(), { name: 'sub/out.txt', bytes: bytes('out') }, never);
    expect(stored).toEqual({ id: expect.any(String), name: 'out.txt', type: 'text/plain', size: 3 });
    expect(await made.files.getUsage('ann')).toEqual({ files: 1, bytes: 3 });
    const limits = await made.settings.current();
    const basic = { ...limits.tiers.basic, maxFiles: 1 };
    await made.settings.change({ ...limits, tiers: { ...limits.tiers, basic } });
    expect(await programFiles.store(ann(), { name: 'b.txt', bytes: bytes('B') }, never)).toMatch(/^All 1 files/);
    expect(await programFiles.store(ann('free'), { name: 'b.txt', bytes: bytes('B') }, never)).toMatch(
      /part of the Pro plan/,
    );
  });
});
