import { ExpireChats } from '../../../../src/domain/chat/conversations/expire-chats.ts';
import { type Caller, newId, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const DAY_MS = 86_400_000;

describeProduct({}, (product) => {
  let ann: Caller;

  beforeAll(async () => {
    ann = await newPerson(product().url);
  });

  const asked = () => product().modelServer.completions().length;
  const startTemporary = async (text: string, more: object = {}) => {
    const chatId = newId();
    await (await ann.ask(text, { chatId, messageId: 'm1', temporary: true, ...more })).whole();
    return chatId;
  };
  const rowOf = (chatId: string) => product().database.connection('chats').where({ id: chatId }).first();
  const listed = async (query = ''): Promise<string[]> =>
    (await ann.get(`/api/progress/chats${query}`)).json.chats.map(({ id }: { id: string }) => id);

  test('a temporary chat is opened by its address and found nowhere else', async () => {
    const chatId = await startTemporary('Zanzibar once', { followUps: true });
    const { status, json } = await ann.chat(chatId);
    expect(status).toBe(200);
    expect(json.messages).toHaveLength(2);
    expect(Date.parse(json.expiresAt)).toBe(Number((await rowOf(chatId)).expires_at));
    expect(Date.parse(json.expiresAt) - Date.parse(json.messages[1].timestamp)).toBe(DAY_MS);
    expect(await listed()).not.toContain(chatId);
    expect(await listed('?q=zanzibar')).toEqual([]);
    expect(Object.keys((await ann.get('/api/progress')).json.chats)).not.toContain(chatId);
    const documents = product().database.connection('search_documents');
    expect(await documents.where({ chat_key: (await rowOf(chatId)).chat_key })).toEqual([]);
  });

  test('it cannot be shared', async () => {
    const chatId = await startTemporary('Nobody else');
    const { status, json } = await ann.post('/api/shares', { chatId });
    expect([status, json.error]).toEqual([409, 'A temporary chat cannot be shared']);
  });

  test('it goes on as one, without the client saying so again; another chat never becomes one', async () => {
    const chatId = await startTemporary('First');
    await (await ann.ask('Second', { chatId, messageId: 'm2' })).whole();
    expect((await ann.chat(chatId)).json).toMatchObject({ expiresAt: expect.any(String), messages: { length: 4 } });
    const ordinary = newId();
    await (await ann.ask('First of all', { chatId: ordinary, messageId: 'm1' })).whole();
    await (await ann.ask('Then', { chatId: ordinary, messageId: 'm2', temporary: true })).whole();
    expect((await ann.chat(ordinary)).json.expiresAt).toBeNull();
    expect(await listed()).toContain(ordinary);
  });

  test('what it said answers no other chat', async () => {
    await startTemporary('What is remembered?');
    const before = asked();
    await (await ann.ask('What is remembered?', { chatId: newId(), messageId: 'm1' })).whole();
    expect(asked() - before).toBe(1);
  });

  test('a page that saves it makes it no other kind, also when it was deleted meanwhile', async () => {
    const chatId = await startTemporary('Saved');
    const timestamp = '2026-01-15T12:00:00.000Z';
    const chat = { id: chatId, title: 'Named', messages: [{ id: 'x1', role: 'user', content: 'Zeppelin', timestamp }] };
    expect((await ann.post('/api/progress/chat', { chatId, chat })).status).toBe(200);
    expect(await listed('?q=zeppelin')).toEqual([]);
    expect((await ann.send('DELETE', `/api/progress/chat/${chatId}`)).status).toBe(200);
    await ann.post('/api/progress/chat', { chatId, chat: { ...chat, temporary: true } });
    expect((await ann.chat(chatId)).json.expiresAt).toEqual(expect.any(String));
    expect(await listed()).not.toContain(chatId);
  });

  test('its stream is resumed as any other', async () => {
    const chatId = newId();
    const first = await (await ann.ask('Resume', { chatId, messageId: 'm1', temporary: true })).whole();
    expect((await (await ann.follow(first.replyId)).whole()).text).toBe(first.text);
  });

  test('it is deleted with everything in it a day after its last message', async () => {
    const chatId = await startTemporary('Gone tomorrow');
    const alive = await startTemporary('Still here');
    const { chat_key: key } = await rowOf(chatId);
    await product()
      .database.connection('chats')
      .where({ id: chatId })
      .update({ expires_at: Date.now() - 1 });
    await product().running.container.get(ExpireChats).sweep(new AbortController().signal);
    expect((await ann.chat(chatId)).status).toBe(404);
    expect((await ann.chat(alive)).status).toBe(200);
    for (const table of ['messages', 'replies'])
      expect(await product().database.connection(table).where({ chat_key: key })).toEqual([]);
    const entry = await product().database.connection('audit_entries').where({ action: 'chat.expire' }).first();
    expect(entry).toMatchObject({ actor_kind: 'system', details: '{"temporary":1}' });
    expect(JSON.stringify(entry)).not.toContain(chatId);
  });

  test('the person learns after how many days unused chats are deleted', async () => {
    expect((await ann.get('/api/ai/usage')).json.chats.unusedDays).toBe(0);
  });
});
