import { jest } from '@jest/globals';

import { LedgerStore } from '../../../../src/domain/billing/ports.ts';
import { someTerms } from '../../../fakes/groups.ts';
import { newAdmin, newAuditor, newSomebody } from '../../../product/admin.ts';
import { type Answer, Caller, eventually, newId } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { setPlan } from '../../../product/premium.ts';
import { streamsText } from '../../../vendors/openai-server.ts';

jest.setTimeout(60_000);

const REASON = 'So it was agreed';
/** What nobody outside the group may see. */
const SECRET = /4711|gate-plan|Gatekeepers/;
const TEXT = '# Gates\n\nThe code of the north gate is 4711.';

type Somebody = Awaited<ReturnType<typeof newSomebody>>;

describeProduct({}, (product) => {
  let admin: Awaited<ReturnType<typeof newAdmin>>;
  beforeAll(async () => {
    admin = await newAdmin(product());
  });

  const share = async (groupId: string, name: string, text: string, by: Caller = admin) => {
    const form = new FormData();
    form.set('description', ' Of the house ');
    form.set('file', new Blob([text]), name);
    const answer = await fetch(`${product().url}/api/admin/groups/${groupId}/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${'token' in by ? String(by.token) : ''}` },
      body: form,
    });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  };

  const isEmbedded = (groupId: string, fileId: string) =>
    eventually(async () => {
      const { files } = (await admin.get(`/api/admin/groups/${groupId}/files`)).json;
      const file = files.find(({ id }: { id: string }) => id === fileId);
      return file?.embeddingStatus !== 'pending' && file;
    });

  /** A group with an embedded file, a member, and somebody else. */
  const aGroupWithAFile = async () => {
    const member = await newSomebody(product());
    const groupId = String(
      (await admin.post('/api/admin/groups', someTerms({ name: `Gatekeepers ${newId()}` }))).json.id,
    );
    await admin.post(`/api/admin/groups/${groupId}/members`, { uids: [member.uid] });
    const { status, json } = await share(groupId, 'gate-plan.md', TEXT);
    expect([status, json.file]).toMatchObject([201, { name: 'gate-plan.md', description: 'Of the house' }]);
    const fileId = String(json.file.id);
    expect(await isEmbedded(groupId, fileId)).toMatchObject({ embeddingStatus: 'completed', chunkCount: 1 });
    return { member, groupId, fileId, knowledgeId: `group:${groupId}` };
  };

  const ask = async (person: Somebody, fileIds: readonly string[], chatId = newId()) => {
    product().modelServer.enqueue(streamsText('I have read it [1].'));
    const stream = await person.ask('What is the code of the north gate?', { chatId, messageId: newId(), fileIds });
    await stream.whole();
    await eventually(async () => (await person.chat(chatId)).json.messages.at(-1).status === 'complete');
    return { stream, chatId };
  };

  const prompt = (): string => {
    const messages = product().modelServer.completions().at(-1)?.body['messages'] as { content: string }[];
    return messages[0]?.content ?? '';
  };

  /** All that a person can call about a group's file, and what its text or name might come back in. */
  const everyCall = (
    person: Somebody,
    ids: { fileId: string; groupId: string; knowledgeId: string },
    replyId: string,
  ) => {
    const { fileId, groupId, knowledgeId } = ids;
    const question = { messages: [{ role: 'user', content: 'What is the code of the north gate?' }], stream: false };
    return Promise.all([
      person.get('/api/knowledge'),
      person.get(`/api/knowledge/${knowledgeId}/files`),
      person.get(`/api/ai/files/${fileId}`),
      person.get(`/api/ai/files/${fileId}?content=false`),
      person.get(`/api/ai/files/${fileId}?content=text`),
      person.get(`/api/ai/files/${knowledgeId}`),
      person.get('/api/files?attachments=true'),
      person.send('DELETE', `/api/files/${fileId}`),
      person.post(`/api/files/${fileId}/re-embed`, {}),
      person.post('/api/ai/groq', { ...question, fileIds: [fileId] }),
      person.post('/api/ai/groq', { ...question, fileIds: [knowledgeId] }),
      person.post('/api/agent/stream', { message: 'What is the code?', fileIds: [knowledgeId], stream: false }),
      person.post('/api/external/process-image', { fileId, fileName: 'a', mimeType: 'image/png' }),
      person.get(`/api/ai/replies/${replyId}/retrieval`),
      person.get(`/api/ai/replies/${replyId}/stream`),
      person.get(`/api/admin/groups/${groupId}/files`),
      person.send('DELETE', `/api/admin/groups/${groupId}/files/${fileId}`),
      person.get('/api/progress'),
    ]);
  };

  const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

  test('members ask the files of their group, one or all, and answers cite and explain them', async () => {
    const { member, fileId, knowledgeId } = await aGroupWithAFile();
    const { knowledge } = (await member.get('/api/knowledge')).json;
    expect(knowledge).toEqual([
      { id: knowledgeId, name: expect.stringContaining('Gatekeepers'), files: 1, embedded: 1, size: TEXT.length },
    ]);
    const listed = (await member.get(`/api/knowledge/${knowledgeId}/files`)).json;
    expect(listed).toMatchObject({
      total: 1,
      files: [{ id: fileId, name: 'gate-plan.md', embeddingStatus: 'completed' }],
    });
    for (const fileIds of [[fileId], [knowledgeId]]) {
      const { stream, chatId } = await ask(member, fileIds);
      expect(prompt()).toContain('The code of the north gate is 4711.');
      expect(stream.said('sources')).toMatchObject([
        { sources: [{ url: `/?file=${fileId}`, title: /gate-plan\.md/ }] },
      ]);
      const [, answer] = (await member.chat(chatId)).json.messages;
      expect(answer.details).toMatchObject({ citations: { checked: 1 } });
      const { retrieval } = (await member.get(`/api/ai/replies/${stream.replyId}/retrieval`)).json;
      expect(retrieval.files).toMatchObject([{ fileId, fileName: 'gate-plan.md', how: 'whole' }]);
    }
    const preview = (await member.get(`/api/ai/files/${fileId}?content=text`)).json;
    expect(JSON.stringify(preview.text)).toContain('4711');
    expect((await member.get('/api/files')).json).toMatchObject({ files: [], usage: { totalFiles: 0, totalSize: 0 } });
    expect((await member.send('DELETE', `/api/files/${fileId}`)).status).toBe(404);
  });

  test('a member’s key works as the member', async () => {
    const { member, fileId, knowledgeId } = await aGroupWithAFile();
    await setPlan(product(), member.email, 'premium');
    const { json } = await member.post('/api/account/api-key');
    const byKey = new Caller(product().url, { Authorization: `Bearer ${String(json.secret)}` });
    expect((await byKey.get('/api/knowledge')).json.knowledge).toMatchObject([{ id: knowledgeId }]);
    expect((await byKey.get(`/api/ai/files/${fileId}?content=false`)).json).toMatchObject({ name: 'gate-plan.md' });
  });

  test('nobody outside the group gets a passage, a name or a count by any call, auditors neither', async () => {
    const ids = await aGroupWithAFile();
    const { stream } = await ask(ids.member, [ids.knowledgeId]);
    const before = product().modelServer.completions().length;
    const auditor = await newAuditor(product());
    expect((await auditor.get(`/api/admin/audit?person=${ids.groupId}`)).text).not.toContain('gate-plan');
    for (const outsider of [await newSomebody(product()), auditor]) {
      const answers = await everyCall(outsider, ids, stream.replyId);
      expect(answers.map(({ text }) => text).filter((text) => SECRET.test(text))).toEqual([]);
      expect(statuses(answers)).toEqual([
        200, 404, 404, 404, 404, 404, 200, 404, 404, 404, 404, 403, 404, 404, 404, 403, 403, 200,
      ]);
      expect((await outsider.get('/api/knowledge')).json).toEqual({ knowledge: [] });
    }
    expect(product().modelServer.completions()).toHaveLength(before);
    // An admin manages every group, and asks those that they belong to.
    expect((await admin.get('/api/knowledge')).json).toEqual({ knowledge: [] });
    expect((await admin.get(`/api/ai/files/${ids.fileId}`)).status).toBe(404);
  });

  const ends = {
    'leaving the group': async ({ groupId, member }: { groupId: string; member: Somebody; fileId: string }) =>
      admin.send('DELETE', `/api/admin/groups/${groupId}/members/${member.uid}`),
    'the end of the group': async ({ groupId }: { groupId: string }) =>
      admin.post(`/api/admin/groups/${groupId}/delete`, { reason: REASON }),
    'the end of the file': async ({ groupId, fileId }: { groupId: string; fileId: string }) =>
      admin.send('DELETE', `/api/admin/groups/${groupId}/files/${fileId}`),
  };

  test.each(Object.entries(ends))('%s ends access at once, in earlier answers too', async (_, end) => {
    const ids = await aGroupWithAFile();
    const { member, fileId, knowledgeId } = ids;
    const { stream, chatId } = await ask(member, [fileId]);
    const whole = await ask(member, [knowledgeId]);
    const texts = async () => {
      const paths = [`/api/ai/replies/${stream.replyId}/retrieval`, `/api/ai/replies/${stream.replyId}/stream`];
      const answers = [member.chat(chatId), member.chat(whole.chatId), ...paths.map((path) => member.get(path))];
      return (await Promise.all([...answers, member.get('/api/progress')])).map(({ text }) =>
        /4711|gate-plan/.test(text),
      );
    };
    expect(await texts()).toEqual([true, true, true, true, true]);
    expect((await end(ids)).status).toBe(200);
    expect(await texts()).toEqual([false, false, false, false, false]);
    const [, answer] = (await member.chat(chatId)).json.messages;
    expect(answer).toMatchObject({ content: 'I have read it [1].', details: { sources: [{ title: 'Deleted file' }] } });
    expect((await member.get(`/api/ai/files/${fileId}`)).status).toBe(404);
    // A later turn of the same chat has nothing of it, and no question can name it.
    await ask(member, [], chatId);
    expect(prompt()).not.toMatch(/4711|gate-plan/);
    const again = { messages: [{ role: 'user', content: 'And now?' }], fileIds: [fileId], stream: false };
    expect((await member.post('/api/ai/groq', again)).status).toBe(404);
  });

  test('a reply that is being written when its reader leaves keeps no quote', async () => {
    const { member, groupId, fileId } = await aGroupWithAFile();
    const reader = { left: () => undefined as void };
    const hasLeft = new Promise<void>((resolve) => void (reader.left = resolve));
    product().modelServer.enqueue(async (wire, ...rest) => {
      await hasLeft;
      await streamsText('I have read it [1].')(wire, ...rest);
    });
    const chatId = newId();
    const stream = await member.ask('What is the code?', { chatId, messageId: 'q1', fileIds: [fileId] });
    expect((await admin.send('DELETE', `/api/admin/groups/${groupId}/members/${member.uid}`)).status).toBe(200);
    reader.left();
    await stream.whole();
    const answers = [
      member.chat(chatId),
      member.get(`/api/ai/replies/${stream.replyId}/retrieval`),
      member.follow(stream.replyId).then((again) => again.whole()),
    ];
    for (const said of await Promise.all(answers)) expect(JSON.stringify(said)).not.toMatch(/4711|gate-plan/);
  });

  test('a shared answer shows no file of a group', async () => {
    const { member, knowledgeId } = await aGroupWithAFile();
    const { chatId } = await ask(member, [knowledgeId]);
    const shared = await member.post('/api/shares', { chatId });
    expect(shared.status).toBe(201);
    const token = String(shared.json.url).split('/').at(-1) ?? '';
    const page = await new Caller(product().url, {}).get(`/api/shared/${token}`);
    expect([page.status, SECRET.test(page.text)]).toEqual([200, false]);
    expect(page.text).toContain('A file that is not shared');
  });

  test('deleting leaves no row of the file, frees its bytes, and each step is audited', async () => {
    const { groupId, fileId } = await aGroupWithAFile();
    const tables = ['file_chunks', 'chunk_vectors', 'vector_blocks', 'embedding_jobs'];
    const { connection } = product().database;
    const left = () =>
      Promise.all(tables.map(async (table) => (await connection(table).where({ file_id: fileId })).length > 0));
    expect(await left()).toEqual([true, true, true, true]);
    const listed = (await admin.get(`/api/admin/groups/${groupId}/files`)).json;
    expect(listed.usage).toMatchObject({ files: 1, size: TEXT.length, maxFiles: 200 });
    expect((await admin.post(`/api/admin/groups/${groupId}/files/${fileId}/re-embed`, {})).status).toBe(409);
    expect((await admin.send('DELETE', `/api/admin/groups/${groupId}/files/${fileId}`)).status).toBe(200);
    expect(await left()).toEqual([false, false, false, false]);
    expect((await admin.send('DELETE', `/api/admin/groups/${groupId}/files/${fileId}`)).status).toBe(404);
    const { entries } = (await admin.get(`/api/admin/audit?person=${groupId}`)).json;
    expect(
      entries.slice(0, 2).map(({ action, details }: { action: string; details: object }) => [action, details]),
    ).toEqual([
      ['group.remove-file', { file: fileId }],
      ['group.add-file', { file: fileId, size: TEXT.length }],
    ]);
    const ledger = await product().running.container.get(LedgerStore).listByOwner(`user:group:${groupId}`, 0);
    expect(ledger).toEqual([]);
  });

  test('uploads are refused without a group, with an image, without a right, and beyond the limits', async () => {
    const { groupId, member } = await aGroupWithAFile();
    expect((await share('nothing', 'a.txt', 'A')).status).toBe(404);
    expect((await share(groupId, 'a.png', 'A')).json).toMatchObject({ error: expect.stringContaining('no images') });
    for (const person of [member, await newAuditor(product())])
      expect((await share(groupId, 'a.txt', 'A', person)).status).toBe(403);
    const { origins: _origins, ...limits } = (await admin.get('/api/admin/storage-limits')).json;
    const save = (groups: object) =>
      admin.send('PUT', '/api/admin/storage-limits', { ...limits, groups, reason: REASON });
    expect((await save({ maxFileSizeMB: 1, maxTotalStorageMB: 1, maxFiles: 2 })).status).toBe(200);
    expect((await share(groupId, 'b.txt', 'B'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await share(groupId, 'b.txt', 'B')).status).toBe(201);
    expect((await share(groupId, 'c.txt', 'C')).json).toMatchObject({ error: expect.stringContaining('All 2 files') });
  });
});
