import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PurgeDeleted } from '../../src/domain/operations/purge-deleted.ts';
import { LIBRECHAT } from '../domain/account-data/exports.ts';
import { someTerms } from '../fakes/groups.ts';
import { describeMysql } from '../support/databases.ts';
import { type Product, startProduct } from '../support/parley.ts';
import { newAdmin } from './admin.ts';
import { setPlan } from './premium.ts';
import { streamsText } from '../vendors/openai-server.ts';
import { type Caller, eventually, newId, newPerson, PASSWORD } from './client.ts';
import { mentions } from './erasure.ts';

const never = new AbortController().signal;

/** Its end is nowhere by chance, and stands as it is in an index that leaves out what words have in common. */
const mark = (): string => `mark${randomBytes(10).toString('hex')}`;
const tailOf = (text: string): string => text.slice(-16);

const NAMES = [
  'message',
  'answer',
  'title',
  'pasted',
  'file',
  'fileName',
  'groupFile',
  'groupFileName',
  'attachment',
  'import',
  'share',
  'instruction',
  'temporary',
  'ownVersion',
  'email',
] as const;
type Marks = Readonly<Record<(typeof NAMES)[number], string>>;

const newMarks = (): Marks => {
  const marks = Object.fromEntries(NAMES.map((name) => [name, mark()]));
  return { ...marks } as Marks;
};

const shareWithGroup = async (product: Product, marks: Marks, ann: Caller) => {
  const admin = await newAdmin(product);
  const { uid } = (await ann.get('/api/auth/me')).json.user;
  const { id } = (await admin.post('/api/admin/groups', someTerms({ name: newId() }))).json;
  await admin.post(`/api/admin/groups/${id}/members`, { uids: [uid] });
  const path = `/api/admin/groups/${id}/files`;
  const fileId = await upload(
    admin,
    path,
    `${marks.groupFileName}.txt`,
    `The group knows ${marks.groupFile}. `.repeat(30),
  );
  await eventually(async () => (await admin.get(path)).json.files[0].embeddingStatus === 'completed');
  return { fileId, remove: () => admin.send('DELETE', `${path}/${fileId}`) };
};

const upload = async (who: Caller, path: string, name: string, content: string): Promise<string> => {
  const form = new FormData();
  if (path === '/api/files/upload') form.set('enableEmbedding', 'true');
  form.set('file', new Blob([content]), name);
  const response = await fetch(who.url + path, { method: 'POST', headers: who.headers, body: form });
  const json = (await response.json()) as { id?: string; fileId?: string; file?: { id: string } };
  const id = json.file?.id ?? json.fileId ?? json.id;
  if (id === undefined) throw new Error(`${path}: ${response.status} ${JSON.stringify(json)}`);
  return id;
};

/** The title of its messages' chat. */
const importOf = (text: string) => [{ ...LIBRECHAT, title: `About ${text}` }];

/** Writes a mark by each way in which a person's text comes in. */
const furnish = async (product: Product, marks: Marks, ann: Caller) => {
  const { modelServer } = product;
  await setPlan(product, `${marks.email}@example.org`, 'premium');
  const say = async (text: string, more: object) =>
    (await ann.ask(text, { chatId, messageId: newId(), ...more })).whole();
  const chatId = newId();
  modelServer.enqueue(streamsText(`You ask about ${marks.answer}, I see.`));
  await say(`Tell me of ${marks.message}`, {});
  await say(`${'A long pasted text. '.repeat(400)} ${marks.pasted}`, {});
  const fileId = await upload(
    ann,
    '/api/files/upload',
    `${marks.fileName}.txt`,
    `The plan says ${marks.file}. `.repeat(30),
  );
  await eventually(async () => {
    const { files } = (await ann.get('/api/files')).json;
    return files.every(({ embeddingStatus }: { embeddingStatus: string }) => embeddingStatus === 'completed');
  });
  await say(`What does the plan say of ${marks.message}?`, { fileIds: [fileId] });
  const group = await shareWithGroup(product, marks, ann);
  await say('What does the group know?', { fileIds: [group.fileId] });
  const attachment = await upload(ann, '/api/ai/upload', 'notes.txt', `Only here: ${marks.attachment}`);
  await say('And my notes?', { fileIds: [attachment] });
  await ann.post('/api/progress/chat', { chatId, chat: { id: chatId, title: `Of ${marks.title}` } });
  const last = (await ann.chat(chatId)).json.messages.at(-1).id;
  const version = { id: 'v1', artifactId: 'html-page', kind: 'html', source: `<p>My own ${marks.ownVersion}</p>` };
  expect((await ann.post(`/api/progress/chat/${chatId}/messages/${last}/versions`, version)).status).toBe(201);
  const share = await ann.post('/api/shares', { chatId, name: marks.share });
  const temporary = newId();
  await (await ann.ask(marks.temporary, { chatId: temporary, messageId: 'm1', temporary: true })).whole();
  const imported = await ann.post('/api/account/import', importOf(marks.import));
  const instruction = await ann.send('PUT', '/api/account/instruction', { text: marks.instruction });
  expect(imported.json).toMatchObject({ chats: 1 });
  const statuses = [share.status, imported.status, instruction.status];
  if (statuses.some((status) => status >= 300)) throw new Error(`${statuses.join()} ${instruction.text} ${share.text}`);
  expect((await ann.get(`/api/progress/chats?q=${marks.message}`)).json.chats).toHaveLength(1); // all is in the index
  return { chatId, temporary, files: [fileId, attachment], group };
};

/** Deletes piece by piece what can be, and then the account. */
const deleteAll = async (ann: Caller, { chatId, temporary, files, group }: Awaited<ReturnType<typeof furnish>>) => {
  expect((await group.remove()).status).toBe(200);
  for (const id of [chatId, temporary]) expect((await ann.send('DELETE', `/api/progress/chat/${id}`)).status).toBe(200);
  for (const id of files) expect((await ann.send('DELETE', `/api/files/${id}`)).status).toBeLessThan(300);
};

const deleteAccount = async (ann: Caller) =>
  expect((await ann.post('/api/account/delete', { password: PASSWORD })).status).toBe(200);

const purge = async ({ running: { container } }: Product): Promise<void> => {
  await container.get(PurgeDeleted).purge(never);
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

describe('on SQLite', () => {
  let folder: string;
  let product: Product;
  const marks = newMarks();

  /** Which marks stand in which files. */
  const found = (names: readonly (keyof Marks)[] = NAMES): string[] => {
    const files = filesBelow(folder).map((path) => [path.slice(folder.length + 1), readFileSync(path)] as const);
    return files.flatMap(([path, bytes]) =>
      names.flatMap((name) =>
        [Buffer.from(tailOf(marks[name])), Buffer.from(tailOf(marks[name]), 'utf16le')].some((text) =>
          bytes.includes(text),
        )
          ? [`${name} in ${path}`]
          : [],
      ),
    );
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-proof-'));
    product = await startProduct(`sqlite:${join(folder, 'parley.db')}`, { DATA_DIR: folder });
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('what was deleted is in no file: database, log, index and bytes of files', async () => {
    const ann = await newPerson(product.url, `${marks.email}@example.org`);
    const things = await furnish(product, marks, ann);
    const before = new Set(found().map((line) => line.split(' in ')[0]));
    expect([...before].toSorted()).toEqual([...NAMES].toSorted()); // it would be found
    await deleteAll(ann, things);
    await purge(product);
    const ofAccount = ['import', 'instruction', 'email'];
    expect(found(NAMES.filter((name) => !ofAccount.includes(name)))).toEqual([]);
    await deleteAccount(ann);
    await purge(product);
    expect(found()).toEqual([]);
  }, 60_000);
});

describeMysql(({ migratedUrl }) => {
  test('what was deleted is in no row', async () => {
    const product = await startProduct(await migratedUrl());
    try {
      const marks = newMarks();
      const ann = await newPerson(product.url, `${marks.email}@example.org`);
      const things = await furnish(product, marks, ann);
      const found = async () => {
        const places = await Promise.all(
          NAMES.map(async (name) =>
            (await mentions(product.database, tailOf(marks[name]))).map((at) => `${name} in ${at}`),
          ),
        );
        return places.flat();
      };
      expect((await found()).length).toBeGreaterThan(10); // they would be found
      await deleteAll(ann, things);
      await deleteAccount(ann);
      await purge(product);
      expect(await found()).toEqual([]);
    } finally {
      await product.stop();
    }
  }, 60_000);
});
