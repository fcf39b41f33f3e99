import { TierVisionAllowance } from '../../../src/domain/billing/vision-allowance.ts';
import { DocumentReaderBusy, FileUnreadable, StorageFailed } from '../../../src/domain/files/errors.ts';
import {
  ImageDescriber,
  ImageProcessor,
  type OwnedImage,
  type SanitizedImage,
} from '../../../src/domain/files/ports/images.ts';
import { FILE_FAILURES } from '../../../src/shared/file-failures.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/domain-error.ts';
import { ReadPage } from '../../../src/domain/files/scans/read-page.ts';
import { ReadScans } from '../../../src/domain/files/scans/read-scans.ts';
import { ScannedDocuments } from '../../../src/domain/files/scans/scanned-documents.ts';
import { VISION } from '../../../src/domain/files/settings.ts';
import { aBlock, ScriptedDocumentReader } from '../../fakes/document-reader.ts';
import { aFile, hashOf, InMemoryBlobs, InMemoryFiles, RecordingFileIndex } from '../../fakes/files.ts';
import { CountingIds, FixedClock, InMemoryQuotas, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { InMemoryScans, ScriptedPictures, ScriptedRecognizer } from '../../fakes/scans.ts';
import { inMemorySettings } from '../../fakes/settings.ts';

const live = new AbortController().signal;
const unreadable = new FileUnreadable('too slow', 'It takes too long to be read.');

class SameImages extends ImageProcessor {
  sanitize = async ({ bytes }: OwnedImage): Promise<SanitizedImage> => ({ bytes, type: 'image/png' });
  resizeForModel = this.sanitize;
  prepareForRecognition = this.sanitize;
}

class PlainVision extends ImageDescriber {
  canSee = false;
  readonly asked: string[] = [];
  fault: Error | undefined;

  sees(): boolean {
    return this.canSee;
  }

  describe(): Promise<string> {
    throw new Error('not asked for');
  }

  transcribe: ImageDescriber['transcribe'] = async ({ requester, image }) => {
    this.asked.push(requester.tier);
    if (this.fault) throw this.fault;
    return `seen: ${Buffer.from(image.bytes).toString()}`;
  };
}

const setup = async () => {
  const clock = new FixedClock();
  const files = new InMemoryFiles(clock);
  const blobs = new InMemoryBlobs();
  const documents = new ScriptedDocumentReader();
  const scans = new InMemoryScans();
  const pictures = new ScriptedPictures();
  const recognizer = new ScriptedRecognizer();
  const index = new RecordingFileIndex();
  const vision = new PlainVision();
  const settings = inMemorySettings(VISION);
  const failures: string[] = [];
  const failed = (what: string) => void failures.push(what);
  const allowance = new TierVisionAllowance(settings, new InMemoryQuotas(new CountingIds(), clock), clock);
  const readPage = new ReadPage({ settings, allowance, vision, images: new SameImages(), recognizer, failed });
  const shared = { scans, files, blobs, documents, pictures, readPage, recognizer, index, clock, failed };
  const aProcess = (holder = 'p1') =>
    new ReadScans({ ...shared, work: new InMemoryUnitOfWork(), holder, random: () => 0.5 });
  /** A file of Ann's with scanned pages from 1, and a text on the page after them. */
  const addScan = async (id: string, scanned: number, { ownerId = 'ann', text = '' } = {}) => {
    await files.add(aFile({ id, ownerId, kind: 'pdf', name: id, embeddingStatus: 'pending' }), {
      maxFiles: -1,
      maxBytes: -1,
    });
    await blobs.put(hashOf(id), Uint8Array.of(1));
    const blocks = text === '' ? [] : [aBlock(text, { page: scanned + 1 })];
    const scannedPages = Array.from({ length: scanned }, (_, at) => at + 1);
    documents.documents.set(id, { blocks, pages: scanned + blocks.length, scannedPages });
    await scans.enqueue({ fileId: id, ownerId, tier: 'basic', pages: scanned }, clock.now());
  };
  const reader = new ScannedDocuments(documents, scans, recognizer);
  const extract = (id: string | undefined, name = id ?? '') =>
    reader.extract({ id, ownerId: 'ann', kind: 'pdf', name, bytes: new Uint8Array() }, live);
  const drain = async (process = aProcess()) => {
    while (await process.runNext(live));
  };
  const state = async (id: string) => (await scans.find('ann', [id])).get(id);
  return { ...shared, vision, settings, failures, aProcess, addScan, extract, drain, state };
};

describe('scanned pages', () => {
  test('are read in the background, stand between the others, and then the file is embedded', async () => {
    const { addScan, extract, drain, state, index, recognizer, aProcess } = await setup();
    await addScan('f1', 2, { text: 'typed' });
    expect(index.enqueued).toEqual([]);
    await drain();
    const { blocks, isPartial } = await extract('f1');
    expect(blocks.map(({ text, page }) => [page, text])).toEqual([
      [1, 'words of page 1'],
      [2, 'words of page 2'],
      [3, 'typed'],
    ]);
    expect([isPartial, await state('f1'), index.enqueued]).toEqual([
      undefined,
      { status: 'done', page: 2, pages: 2 },
      ['ann/f1'],
    ]);
    const over = new AbortController();
    const running = aProcess().execute(over.signal);
    over.abort();
    await running;
    expect(recognizer.rests).toBe(0);
  });

  test('tell how far they are while they are read, and that a part is no whole', async () => {
    const { addScan, extract, aProcess, state } = await setup();
    await addScan('f1', 7);
    await expect(extract('f1')).rejects.toThrow('It is a scan that waits to be read.');
    await aProcess().runNext(live);
    expect(await state('f1')).toEqual({ status: 'waiting', page: 5, pages: 7 });
    const { blocks, isPartial } = await extract('f1');
    expect(isPartial).toBe(true);
    expect(blocks.map(({ text }) => text)).toContain('[2 scanned pages of this file have not been read yet.]');
  });

  test('of a long scan make way for others after some pages, and no page is read twice', async () => {
    const { addScan, drain, pictures, clock, aProcess, state } = await setup();
    await addScan('long', 12);
    await clock.advance(1);
    await addScan('short', 1, { ownerId: 'bob' });
    await clock.advance(1);
    const process = aProcess();
    await process.runNext(live);
    await process.runNext(live);
    expect(pictures.drawn).toEqual([1, 2, 3, 4, 5, 1]);
    await drain();
    expect(pictures.drawn.slice(6)).toEqual([6, 7, 8, 9, 10, 11, 12]);
    expect((await state('long'))?.status).toBe('done');
  });

  test('without text are told with the file, and it is not embedded', async () => {
    const { addScan, drain, extract, files, pictures, recognizer, index } = await setup();
    await addScan('f1', 2);
    pictures.pictures.set(1, undefined);
    recognizer.texts.push('');
    await drain();
    expect(await files.find('ann', 'f1')).toMatchObject({
      embeddingStatus: 'failed',
      embeddingError: expect.stringContaining('no letters were recognised'),
    });
    expect(index.enqueued).toEqual([]);
    await expect(extract('f1')).rejects.toMatchObject({ reason: 'no text' });
  });

  test('that cannot be read are left out; a file with many of them is given up', async () => {
    const { addScan, drain, extract, pictures, recognizer, failures, state } = await setup();
    await addScan('f1', 3);
    pictures.pictures.set(1, unreadable);
    recognizer.texts.push(unreadable);
    await drain();
    expect((await extract('f1')).blocks.map(({ page }) => page)).toEqual([3]);
    expect(failures).toHaveLength(2);
    await addScan('hostile', 300);
    for (let page = 1; page <= 300; page += 1) pictures.pictures.set(page, unreadable);
    pictures.drawn.length = 0;
    await drain();
    expect([pictures.drawn.length, (await state('hostile'))?.status]).toEqual([5, 'failed']);
  });

  test('are read by the model that sees while the plan allows it, then by OCR; its failures cost nothing', async () => {
    const { addScan, drain, extract, vision, settings, failures } = await setup();
    const config = await settings.current();
    await settings.change({ ...config, rateLimits: { ...config.rateLimits, basic: { daily: 2, monthly: 10 } } });
    vision.canSee = true;
    vision.fault = new Error('down');
    await addScan('f1', 1);
    await drain();
    expect([(await extract('f1')).blocks[0]?.text, failures.length]).toEqual(['words of page 1', 1]);
    vision.fault = undefined;
    await addScan('f2', 3);
    await drain();
    expect((await extract('f2')).blocks.map(({ text }) => text)).toEqual([
      'seen: words of page 1',
      'seen: words of page 2',
      'words of page 3',
    ]);
    expect(vision.asked).toEqual(['basic', 'basic', 'basic']);
  });

  test('are given up when the file is deleted while one is read', async () => {
    const { addScan, drain, scans, recognizer, pictures } = await setup();
    await addScan('f1', 4);
    const read = recognizer.recognize;
    recognizer.recognize = async (image, signal) => {
      scans.remove('f1');
      return read(image, signal);
    };
    await drain();
    expect([pictures.drawn, await scans.listPages('ann', 'f1')]).toEqual([[1], []]);
  });

  test('are taken over from a process that died, and given up when they end every one', async () => {
    const { addScan, scans, clock, drain, state, files } = await setup();
    await addScan('f1', 1);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await scans.claim({ holder: 'dies', now: clock.now(), until: clock.now() + 1 });
      await clock.advance(2);
    }
    await drain();
    expect([(await state('f1'))?.status, (await files.find('ann', 'f1'))?.embeddingStatus]).toEqual([
      'failed',
      'failed',
    ]);
  });

  test('are tried again after a passing fault, and wait for another process at shutdown', async () => {
    const { addScan, recognizer, clock, aProcess, drain, state, pictures } = await setup();
    await addScan('f1', 1);
    recognizer.texts.push(new Error('disk'));
    await drain();
    expect((await state('f1'))?.status).toBe('waiting');
    await clock.advance(60_000);
    const over = new AbortController();
    const draw = pictures.draw;
    pictures.draw = async (...args) => {
      over.abort('shutdown');
      throw new Error(String(args[1]));
    };
    await aProcess().runNext(over.signal);
    pictures.draw = draw;
    await drain(aProcess('p2'));
    expect((await state('f1'))?.status).toBe('done');
  });

  test.each([
    ['file storage', new StorageFailed(new Error('connect ECONNREFUSED'), 'read')],
    ['database', new StoreUnavailable()],
    ['reader of documents, which is busy,', new DocumentReaderBusy()],
  ])('wait as long as the %s does not answer, and are read then', async (_, error) => {
    const { addScan, blobs, clock, aProcess, state, files, drain } = await setup();
    await addScan('f1', 1);
    const { get, getOwner } = blobs;
    Object.assign(blobs, { get: () => Promise.reject(error), getOwner: () => Promise.reject(error) });
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await aProcess().runNext(live)).toBe(true);
      expect(await aProcess().runNext(live)).toBe(false);
      expect([(await state('f1'))?.status, (await files.find('ann', 'f1'))?.embeddingStatus]).toEqual([
        'waiting',
        'pending',
      ]);
      await clock.advance(60_000);
    }
    Object.assign(blobs, { get, getOwner });
    await drain();
    expect((await state('f1'))?.status).toBe('done');
  });

  test.each([
    ['damaged', FILE_FAILURES.contentDamaged],
    ['missing', FILE_FAILURES.contentMissing],
  ])('whose content is %s are given up, and owner and operator are told', async (what, reason) => {
    const { addScan, blobs, clock, drain, state, files, failures } = await setup();
    await addScan('f1', 1);
    if (what === 'missing') blobs.stored.clear();
    else blobs.unreadable.add(hashOf('f1'));
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await drain();
      await clock.advance(60_000);
    }
    expect([(await state('f1'))?.status, (await files.find('ann', 'f1'))?.embeddingError]).toEqual(['failed', reason]);
    expect(failures).toHaveLength(3);
  });

  test('that are given up for a fault of the server are not told to be without letters', async () => {
    const { addScan, recognizer, clock, drain, files, extract } = await setup();
    await addScan('f1', 1);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      recognizer.texts.push(new Error('out of memory'));
      await drain();
      await clock.advance(60_000);
    }
    expect(await files.find('ann', 'f1')).toMatchObject({
      embeddingStatus: 'failed',
      embeddingError: 'This PDF has no text. It is a scan that could not be read.',
    });
    await expect(extract('f1')).rejects.toThrow('This PDF has no text. It is a scan that could not be read.');
  });

  test('of a file that is not stored yet are told to the upload; without OCR a scan is refused as one', async () => {
    const { addScan, extract, recognizer } = await setup();
    await addScan('f1', 2);
    expect(await extract(undefined, 'f1')).toMatchObject({ blocks: [], scannedPages: [1, 2] });
    recognizer.available = false;
    await expect(extract(undefined, 'f1')).rejects.toThrow('This PDF has no text. It is probably a scan.');
  });
});
