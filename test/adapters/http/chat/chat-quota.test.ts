import { jest } from '@jest/globals';

import { newAdmin } from '../../../product/admin.ts';
import { type Caller, newId, newPerson, newStranger } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

jest.setTimeout(60_000);

const MB = 1024 * 1024;
const REASON = 'A test';

describeProduct({}, (product) => {
  const turn = (id: string, content: string) => ({ id, role: 'user', content, timestamp: new Date().toISOString() });
  const save = (caller: Caller, id: string, ...messages: object[]) =>
    caller.post('/api/progress/chat', { chatId: id, chat: { id, messages } });
  const aMegabyte = () => Array.from({ length: 6 }, () => turn(newId(), 'x'.repeat(170_000)));
  const used = async (caller: Caller) => (await caller.get('/api/ai/usage')).json.chats;

  /** Sets limits as an admin does, for the time of a test. */
  const withLimits = async (group: string, limits: object, work: () => Promise<void>) => {
    const admin = await newAdmin(product());
    const { tiers, maxFilesPerMessage, chats } = (await admin.get('/api/admin/storage-limits')).json;
    const put = (next: object) =>
      admin.send('PUT', '/api/admin/storage-limits', { tiers, maxFilesPerMessage, chats: next, reason: REASON });
    expect((await put({ ...chats, [group]: { ...chats[group], ...limits } })).status).toBe(200);
    try {
      await work();
    } finally {
      await put(chats);
    }
  };

  test('an account that has proved nothing keeps five megabytes and no more', async () => {
    const stranger = await newStranger(product().url);
    const answers = []; // one by one: such an account may not send so much at once
    for (let count = 0; count < 8; count += 1) answers.push(await save(stranger, newId(), ...aMegabyte()));
    const refused = answers.filter(({ status }) => status === 403);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 403, 403, 403]);
    const [{ json }] = refused as [(typeof refused)[0] & object];
    expect(json).toMatchObject({ code: 'USAGE_LIMIT_EXCEEDED', rule: 'chat-storage', limit: 5 * MB });
    expect(json.message).toBe(
      'Your chats can hold 5 MB in all, and they are full. Verify your email address, or delete chats to make room.',
    );
    expect((await stranger.get('/api/progress/chats')).json.chats).toHaveLength(5);
    const { count, bytes } = await used(stranger);
    expect([count, bytes.limit, bytes.used > 4.8 * MB && bytes.used <= 5 * MB]).toEqual([
      { used: 5, limit: 20 },
      5 * MB,
      true,
    ]);
  });

  test('of many that come at once no more bytes are kept than fit', async () => {
    await withLimits('free', { maxTotalMB: 0.05 }, async () => {
      const ann = await newPerson(product().url);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => save(ann, newId(), turn('m', 'x'.repeat(10_000)))),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        ...Array<number>(5).fill(200),
        ...Array<number>(7).fill(403),
      ]);
      expect((await used(ann)).bytes.used).toBeLessThanOrEqual(0.05 * MB);
    });
  });

  test('chats are counted: of many new ones at once the limit is kept, and a deleted one makes room', async () => {
    await withLimits('free', { maxChats: 3 }, async () => {
      const ann = await newPerson(product().url);
      const ids = Array.from({ length: 8 }, newId);
      const answers = await Promise.all(ids.map((id) => save(ann, id, turn('m', 'Hi'))));
      const kept = ids.filter((_, at) => answers[at]?.status === 200);
      expect(kept).toHaveLength(3);
      const refused = await (await ann.ask('Hello', { chatId: newId(), messageId: 'q' })).whole();
      expect([refused.status, JSON.parse(refused.raw)]).toEqual([
        403,
        expect.objectContaining({ code: 'USAGE_LIMIT_EXCEEDED', rule: 'chats', limit: 3, used: 3 }),
      ]);
      expect((await ann.get('/api/ai/usage')).json).toMatchObject({
        daily: { used: 0 },
        chats: { count: { used: 3, limit: 3 } },
      });
      await ann.send('DELETE', `/api/progress/chat/${kept[0]}`);
      expect((await (await ann.ask('Hello', { chatId: newId(), messageId: 'q' })).whole()).status).toBe(200);
    });
  });

  test('one chat has a size of its own, and what is refused is not kept', async () => {
    await withLimits('free', { maxChatMB: 0.01 }, async () => {
      const ann = await newPerson(product().url);
      const id = newId();
      await save(ann, id, turn('m', 'x'.repeat(9000)));
      const send = await ann.post('/api/ai/groq', {
        messages: [{ role: 'user', content: 'y'.repeat(2000) }],
        chatId: id,
        messageId: 'q',
        stream: false,
      });
      expect([send.status, send.json.rule, send.json.message]).toEqual([
        403,
        'chat-size',
        'A chat can hold 0 MB, and this one is full. Go on in a new chat.',
      ]);
      expect((await ann.chat(id)).json.messages).toHaveLength(1);
    });
  });

  test('the limits are versioned like all others: a save of the form keeps them, an undo restores them', async () => {
    const admin = await newAdmin(product());
    const path = '/api/admin/storage-limits';
    const { tiers, maxFilesPerMessage, chats } = (await admin.get(path)).json;
    expect(chats.free).toEqual({ maxChats: 500, maxTotalMB: 50, maxChatMB: 5 });
    const changed = { ...chats, free: { maxChats: 7, maxTotalMB: -1, maxChatMB: 0.5 } };
    const saved = (await admin.send('PUT', path, { tiers, maxFilesPerMessage, chats: changed, reason: REASON })).json
      .config;
    expect([saved.chats.free, saved.origins['chats.free.maxChats']]).toEqual([changed.free, 'admin']);
    const described = (await admin.send('PUT', path, { tiers, maxFilesPerMessage: 6 })).json.config;
    expect([described.chats.free, described.maxFilesPerMessage]).toEqual([changed.free, 6]);
    const undone = await admin.post('/api/admin/config/storage-limits/undo', {
      version: saved.version - 1,
      reason: REASON,
    });
    expect(undone.status).toBe(200);
    expect((await admin.get(path)).json).toMatchObject({ chats, maxFilesPerMessage });
    for (const wrong of [{ maxChats: 1.5 }, { maxChats: -2 }, { maxTotalMB: -0.5 }, { maxChatMB: 'x' }]) {
      expect(
        (
          await admin.send('PUT', path, {
            tiers,
            maxFilesPerMessage,
            chats: { ...chats, free: { ...chats.free, ...wrong } },
          })
        ).status,
      ).toBe(400);
    }
  });
});
