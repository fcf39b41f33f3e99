import { type Caller, newId, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

describeProduct({}, (product) => {
  let ann: Caller;

  beforeEach(async () => {
    ann = await newPerson(product().url);
  });

  const save = async (title: string, more: object = {}) => {
    const id = newId();
    const messages = [
      { id: `${id}-m`, role: 'user', content: `${title} rhubarb`, timestamp: '2026-01-15T12:00:00.000Z' },
    ];
    expect((await ann.post('/api/progress/chat', { chatId: id, chat: { id, title, messages, ...more } })).status).toBe(
      200,
    );
    return id;
  };
  const place = (id: string, where: object) => ann.send('PUT', `/api/progress/chat/${id}/place`, where);
  const titles = (chats: readonly { readonly title: string }[]) => chats.map(({ title }) => title).join(' ');
  const listed = async (query = '') => titles((await ann.get(`/api/progress/chats${query}`)).json.chats);

  test('pinned chats come with the first page of the list, the last pinned first', async () => {
    const [old, young] = [await save('old'), await save('young')];
    expect((await ann.get('/api/progress/chats')).json.pinned).toEqual([]);
    const { status, json } = await place(young, { pinned: true });
    expect([status, json]).toEqual([200, { pinnedAt: expect.any(String), archived: false }]);
    await place(old, { pinned: true });
    const first = (await ann.get('/api/progress/chats')).json;
    expect(first.pinned).toMatchObject([{ id: old }, { id: young, pinnedAt: json.pinnedAt }]);
    expect(titles(first.chats)).toBe('young old');
    for (const query of ['?q=rhubarb', '?before=2030-01-01T00:00:00.000Z', '?archived=true'])
      expect((await ann.get(`/api/progress/chats${query}`)).json.pinned).toBeUndefined();
    expect((await ann.chat(young)).json).toMatchObject({ pinnedAt: json.pinnedAt, archived: false });
    await place(old, { pinned: false });
    expect(titles((await ann.get('/api/progress/chats')).json.pinned)).toBe('young');
  });

  test('an archived chat is in no list but its own, is found, marked, and opened by its address', async () => {
    const [away] = [await save('away'), await save('stays')];
    expect((await place(away, { archived: true })).json).toEqual({ pinnedAt: null, archived: true });
    expect([await listed(), await listed('?archived=true')]).toEqual(['stays', 'away']);
    expect(Object.keys((await ann.get('/api/progress')).json.chats)).not.toContain(away);
    expect((await ann.get('/api/progress/chats?q=rhubarb')).json.chats).toMatchObject([
      { title: 'stays', archived: false },
      { title: 'away', archived: true },
    ]);
    expect(await listed('?q=rhubarb&archived=true')).toBe('away');
    expect((await ann.chat(away)).json).toMatchObject({ title: 'away', archived: true });
    await place(away, { archived: false });
    expect(await listed()).toBe('stays away');
  });

  test('a question in an archived chat restores it', async () => {
    const id = await save('asked');
    await place(id, { archived: true });
    await (await ann.ask('Again', { chatId: id, messageId: 'q2' })).whole();
    expect((await ann.chat(id)).json).toMatchObject({ archived: false, messages: { length: 3 } });
    expect(await listed()).toBe('asked');
  });

  test('all chats are archived but the pinned ones, and restored', async () => {
    const [pinned] = [await save('pinned'), await save('one'), await save('two')];
    await place(pinned, { pinned: true });
    expect((await ann.post('/api/progress/chats/archive', { archived: true })).json).toEqual({ count: 2 });
    expect([await listed(), await listed('?archived=true')]).toEqual(['pinned', 'two one']);
    expect((await ann.post('/api/progress/chats/archive', { archived: false })).json).toEqual({ count: 2 });
    expect(await listed()).toBe('two one pinned');
  });

  test('what cannot be is refused, with the field', async () => {
    const [id, temporary] = [await save('chat'), await save('temporary', { temporary: true })];
    expect((await place(id, { pinned: true, archived: true })).json).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'pinned',
    });
    expect((await place(id, { pinned: 'yes' })).json).toMatchObject({ code: 'VALIDATION_ERROR', field: 'pinned' });
    expect((await place(id, { folder: 'x' })).status).toBe(400);
    expect((await place(temporary, { archived: true })).status).toBe(409);
    expect((await place(newId(), { archived: true })).json).toMatchObject({ code: 'CHAT_NOT_FOUND' });
    expect((await ann.get('/api/progress/chats?archived=yes')).status).toBe(400);
  });

  test('a pin and the archive come back by an export', async () => {
    const [pinned, archived] = [await save('pinned'), await save('archived')];
    await place(pinned, { pinned: true });
    await place(archived, { archived: true });
    const { json: file, text } = await ann.get('/api/account/export?format=json');
    expect(file ?? JSON.parse(text)).toMatchObject({
      chats: expect.arrayContaining([
        expect.objectContaining({ id: archived, archived: true, pinnedAt: null }),
        expect.objectContaining({ id: pinned, archived: false, pinnedAt: expect.any(String) }),
      ]),
    });
    const markdown = (await ann.get('/api/account/export?format=markdown')).text;
    expect(markdown).toMatch(/## pinned\n\nBegun .* Pinned\.\n/);
    expect(markdown).toMatch(/## archived\n\nBegun .* Archived\.\n/);
  });
});
