import { crc32, deflateRawSync } from 'node:zlib';

import fc from 'fast-check';

import { readExports, UnreadableFile } from '../../web/features/account-data/read-exports.ts';
import { listEntries, UnreadableArchive, unpackEntry } from '../../web/features/account-data/zip-archive.ts';

interface How {
  /** Not compressed. */
  readonly stored?: boolean;
  readonly comment?: string;
  /** Sizes and places in numbers of 64 bits, as of archives of more than 4 GB. */
  readonly zip64?: boolean;
  /** Written as a stream: the sizes stand behind the data. */
  readonly streamed?: boolean;
  readonly encrypted?: boolean;
  readonly method?: number;
  /** What the header of the file says it is. */
  readonly headerPath?: string;
  /** What the directory says of the unpacked size. */
  readonly claims?: number;
}

const ELSEWHERE = 0xff_ff_ff_ff;
const littleEndian = (bytes: 2 | 4 | 8, ...values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const field = Buffer.alloc(8);
      field.writeBigUInt64LE(BigInt(value));
      return field.subarray(0, bytes);
    }),
  );

const NOTHING = Buffer.of();
const TIME_FIELD = littleEndian(2, 0x5455, 2, 7);

/** What header and entry of a file have in common, and its data. */
const packed = (path: string, content: string | Buffer, { stored = false, ...how }: How) => {
  const plain = Buffer.from(content);
  const data = stored ? plain : deflateRawSync(plain);
  const flags = (how.encrypted === true ? 1 : 0) | (how.streamed === true ? 8 : 0);
  const head = littleEndian(2, 45, flags, how.method ?? (stored ? 0 : 8), 0, 0);
  return {
    name: Buffer.from(path),
    data,
    head,
    sums: [crc32(plain), data.length, how.claims ?? plain.length] as const,
  };
};

const headerOf = (file: ReturnType<typeof packed>, { streamed = false, headerPath }: How): Buffer => {
  const name = headerPath === undefined ? file.name : Buffer.from(headerPath);
  return Buffer.concat([
    littleEndian(4, 0x04034b50),
    file.head,
    littleEndian(4, ...(streamed ? [0, 0, 0] : file.sums)),
    littleEndian(2, name.length, TIME_FIELD.length),
    ...[name, TIME_FIELD, file.data],
    streamed ? littleEndian(4, 0x08074b50, ...file.sums) : NOTHING,
  ]);
};

const entryOf = ({ name, head, sums }: ReturnType<typeof packed>, offset: number, zip64: boolean): Buffer => {
  const [sum, packedSize, size] = sums;
  const numbers = Buffer.concat([littleEndian(2, 1, 24), littleEndian(8, size, packedSize, offset)]);
  const extra = zip64 ? Buffer.concat([TIME_FIELD, numbers]) : TIME_FIELD;
  return Buffer.concat([
    littleEndian(4, 0x02014b50),
    littleEndian(2, 45),
    head,
    littleEndian(4, ...(zip64 ? [sum, ELSEWHERE, ELSEWHERE] : sums)),
    littleEndian(2, name.length, extra.length, 0, 0, 0),
    littleEndian(4, 0, zip64 ? ELSEWHERE : offset),
    ...[name, extra],
  ]);
};

/** A file's header and data, and its entry in the directory. */
const partOf = (path: string, content: string | Buffer, offset: number, how: How): readonly [Buffer, Buffer] => {
  const file = packed(path, content, how);
  return [headerOf(file, how), entryOf(file, offset, how.zip64 === true)];
};

/** An archive as other products hand it out. */
const zip = (files: Readonly<Record<string, string | Buffer>>, how: How = {}): Blob => {
  const { zip64 = false, comment = '' } = how;
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const [local, entry] = partOf(path, content, offset, how);
    parts.push(local);
    directory.push(entry);
    offset += local.length;
  }
  const [count, size] = [directory.length, Buffer.concat(directory).length];
  const end64 = [
    littleEndian(4, 0x06064b50),
    littleEndian(8, 44),
    littleEndian(2, 45, 45),
    littleEndian(4, 0, 0),
    littleEndian(8, count, count, size, offset),
    littleEndian(4, 0x07064b50, 0),
    littleEndian(8, offset + size),
    littleEndian(4, 1),
  ];
  const end = [
    littleEndian(4, 0x06054b50),
    littleEndian(2, 0, 0, count, count),
    littleEndian(4, ...(zip64 ? [ELSEWHERE, ELSEWHERE] : [size, offset])),
    littleEndian(2, comment.length),
  ];
  return new Blob([...parts, ...directory, ...(zip64 ? end64 : []), ...end, comment]);
};

const listAll = async <T>(parts: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
};

const read = async (blob: Blob, maxBytes = 1000): Promise<unknown[]> => {
  const parts = await listAll(readExports(blob, maxBytes));
  expect(Math.max(0, ...parts.map(({ size }) => size))).toBeLessThanOrEqual(maxBytes);
  return Promise.all(parts.map(async (part) => JSON.parse(await part.text()) as unknown));
};

const chat = (id: string, letters: number) => ({ id, text: 'é'.repeat(letters) });

test('a file that may be sent goes as it is, whatever it holds', async () => {
  const [part] = await listAll(readExports(new Blob(['no json']), 1000));
  expect(await part?.text()).toBe('no json');
});

test('a larger one goes in parts that may be sent, each chat once, in order', async () => {
  const chats = ['a', 'b', 'c', 'd', 'e'].map((id) => chat(id, 180));
  const parts = await read(new Blob([JSON.stringify(chats)]));
  expect(parts).toHaveLength(3);
  expect(parts.flat()).toEqual(chats);
  const own = await read(new Blob([JSON.stringify({ product: 'Parley', usage: ['x'], chats }, null, 2)]));
  expect(own.every((part) => (part as { product: string }).product === 'Parley')).toBe(true);
  expect(own.flatMap((part) => (part as { chats: unknown[] }).chats)).toEqual(chats);
});

test('the saved prompts of a large export of Parley come before its chats, once', async () => {
  const chats = ['a', 'b', 'c'].map((id) => chat(id, 400));
  const prompts = [{ command: 'brief', title: 'Brief', text: 'Be brief.' }];
  const [first, ...rest] = await read(new Blob([JSON.stringify({ product: 'Parley', prompts, chats }, null, 2)]));
  expect(first).toEqual({ product: 'Parley', prompts });
  expect(rest.flatMap((part) => (part as { chats: unknown[] }).chats)).toEqual(chats);
});

test('a chat that is too large by itself is named, and the others come', async () => {
  const left: unknown[] = [];
  const file = new Blob([JSON.stringify([chat('a', 10), { ...chat('b', 900), title: 'Long' }, chat('c', 10)])]);
  const parts = await listAll(readExports(file, 1000, (each) => left.push(each)));
  expect(await Promise.all(parts.map((part) => part.text()))).toEqual([JSON.stringify([chat('a', 10), chat('c', 10)])]);
  expect(left).toEqual(['Long']);
});

test.each<How>([
  { stored: true },
  { comment: 'made by a program' },
  { streamed: true },
  { zip64: true },
  { zip64: true, streamed: true, comment: `PK\x05\x06${'\0'.repeat(40)}` },
])('of an archive, the files with conversations are read: %j', async (how) => {
  const files = {
    'user.json': '{"id":1}',
    'export/conversations-001.json': '[{"id":"b"}]',
    'export/conversations-000.json': JSON.stringify([chat('a', 600)])
      .slice(0, -1)
      .concat(',{"id":"c"}]'),
    'chat.html': '<p>',
  };
  const parts = await read(zip(files, how), 1300);
  expect(parts).toEqual([[chat('a', 600), { id: 'c' }], [{ id: 'b' }]]);
});

test('of an archive without such names, all files of JSON are read', async () => {
  const parts = await read(
    zip({ 'a.json': '{"conversationId":"a"}', 'b.json': '{"conversationId":"b"}', 'c.png': 'x' }),
  );
  expect(parts).toEqual([{ conversationId: 'a' }, { conversationId: 'b' }]);
});

test.each([
  ['an archive without chats', zip({ 'chat.html': '<p>' }), 'archive'],
  ['an archive that was cut', zip({ 'conversations.json': '[]' }).slice(0, 40), 'archive'],
  ['an encrypted archive', zip({ 'conversations.json': '[]' }, { encrypted: true }), 'archive'],
  ['an archive of an unknown method', zip({ 'conversations.json': '[]' }, { method: 93 }), 'archive'],
  ['a directory that names another file', zip({ 'conversations.json': '[]' }, { headerPath: 'a.json' }), 'archive'],
  ['a large file that is no JSON', new Blob(['x'.repeat(1001)]), 'export'],
  ['a large file without a list of chats', new Blob([JSON.stringify({ a: 'x'.repeat(1001) })]), 'size'],
])('%s is refused with its reason', async (_, blob, reason) => {
  await expect(read(blob)).rejects.toEqual(new UnreadableFile(reason as 'archive'));
  await expect(read(blob)).rejects.toMatchObject({ reason });
});

test('a chat that is nested deeper than any can be written is named, and the others come', async () => {
  const left: unknown[] = [];
  const deep = `{"title":"Deep","in":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const parts = await listAll(readExports(new Blob([`[${deep},{"id":"b"}]`]), 1000, (each) => left.push(each)));
  expect(await Promise.all(parts.map((part) => part.text()))).toEqual(['[{"id":"b"}]']);
  expect(left).toEqual(['Deep']);
});

describe('an archive that is a bomb', () => {
  const limits = { files: 3, fileBytes: 50_000, bytes: 100_000 };
  const large = `["${'a'.repeat(40_000)}"]`;
  const readLimited = (files: Readonly<Record<string, string>>, how = {}) =>
    listAll(readExports(zip(files, how), 100_000, undefined, limits));

  test.each([{ stored: true }, { stored: false }])('is read as far as its limits: %j', async (how) => {
    const refused = expect.objectContaining({ reason: 'size' });
    expect(await readLimited({ 'a.json': large, 'b.json': large, 'c.json': '[]' }, how)).toHaveLength(3);
    await expect(readLimited({ 'a.json': large + ' '.repeat(10_000) }, how)).rejects.toEqual(refused);
    await expect(readLimited({ 'a.json': large, 'b.json': large, 'c.json': large }, how)).rejects.toEqual(refused);
    await expect(readLimited({ 'a.json': '[]', 'b.json': '[]', 'c.json': '[]', 'd.json': '' }, how)).rejects.toEqual(
      refused,
    );
  });
});

test('files of an archive whose end is encrypted are not imported in part', async () => {
  const [first, firstEntry] = partOf('conversations-0.json', '[]', 0, {});
  const [second, secondEntry] = partOf('conversations-1.json', '[]', first.length, { encrypted: true });
  const size = firstEntry.length + secondEntry.length;
  const end = [littleEndian(4, 0x06054b50), littleEndian(2, 0, 0, 2, 2)];
  const where = [littleEndian(4, size, first.length + second.length), littleEndian(2, 0)];
  const seen: unknown[] = [];
  const reading = async () => {
    const archive = new Blob([first, second, firstEntry, secondEntry, ...end, ...where]);
    for await (const part of readExports(archive, 1000)) seen.push(part);
  };
  await expect(reading()).rejects.toMatchObject({ reason: 'archive' });
  expect(seen).toEqual([]);
});

test('what unpacks to more than it may is given up while it unpacks, whatever its directory claims', async () => {
  const archive = zip({ 'conversations.json': Buffer.alloc(3_000_000) }, { claims: 10 });
  const [entry] = await listEntries(archive);
  if (!entry) throw new Error('no entry');
  await expect(unpackEntry(archive, entry, 1_000_000)).rejects.toThrow(UnreadableArchive);
  expect((await unpackEntry(archive, entry, 3_000_000)).size).toBe(3_000_000);
});

test('bytes of any kind behind the mark of an archive are read or refused, and never a fault', async () => {
  const good = Buffer.from(await zip({ 'conversations.json': '[]' }, { zip64: true }).arrayBuffer());
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 5), fc.uint8Array({ maxLength: 12 }), async (at, bytes) => {
      const damaged = Buffer.from(good);
      damaged.set(bytes.subarray(0, damaged.length - at - 4), at + 4);
      await listAll(readExports(new Blob([damaged]), 1000)).catch((error: unknown) =>
        expect(error).toBeInstanceOf(UnreadableFile),
      );
    }),
    { seed: 20260101, numRuns: 300 },
  );
});
