import { deflateRawSync } from 'node:zlib';

import { readExports, UnreadableFile } from '../../web/features/account-data/read-exports.ts';

/** An archive as other products hand it out; `stored`: not compressed. */
const zip = (files: Readonly<Record<string, string>>, { stored = false, comment = '' } = {}): Blob => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, plain] = [Buffer.from(path), Buffer.from(text)];
    const data = stored ? plain : deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(plain.length, 18);
    fields.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), fields, name, data);
    const [version, rest] = [Buffer.alloc(2), Buffer.alloc(14)];
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), version, fields, rest, name);
    offset += 30 + name.length + data.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return new Blob([...parts, entries, Buffer.from('PK\x05\x06'), end, comment]);
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

test('a chat that is too large by itself is named, and the others come', async () => {
  const left: unknown[] = [];
  const file = new Blob([JSON.stringify([chat('a', 10), { ...chat('b', 900), title: 'Long' }, chat('c', 10)])]);
  const parts = await listAll(readExports(file, 1000, (each) => left.push(each)));
  expect(await Promise.all(parts.map((part) => part.text()))).toEqual([JSON.stringify([chat('a', 10), chat('c', 10)])]);
  expect(left).toEqual(['Long']);
});

test.each([{ stored: true }, { stored: false, comment: 'made by a program' }])(
  'of an archive, the files with conversations are read: %j',
  async (how) => {
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
  },
);

test('of an archive without such names, all files of JSON are read', async () => {
  const parts = await read(
    zip({ 'a.json': '{"conversationId":"a"}', 'b.json': '{"conversationId":"b"}', 'c.png': 'x' }),
  );
  expect(parts).toEqual([{ conversationId: 'a' }, { conversationId: 'b' }]);
});

test.each([
  ['an archive without chats', zip({ 'chat.html': '<p>' }), 'archive'],
  ['an archive that was cut', zip({ 'conversations.json': '[]' }).slice(0, 40), 'archive'],
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
