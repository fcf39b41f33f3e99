import { TierChatQuota } from '../../../../src/domain/chat/conversations/chat-quota.ts';
import { GetChatUsage } from '../../../../src/domain/chat/conversations/get-chat-usage.ts';
import type { UserRequester } from '../../../../src/domain/chat/replies/ports/requesters.ts';
import { InMemoryChatUsage } from '../../../fakes/chats.ts';
import { chatIdOf, NOON } from '../../../support/builders.ts';
import { aHarness, ann, CHAT } from '../harness.ts';

type Person = UserRequester;

const KB = 1 / 1024;
const turn = (id: string, content: string) => ({
  id,
  role: 'user' as const,
  content,
  at: NOON,
  fileIds: [],
  cached: false,
  mode: null,
});
const saving = (id: string, ...messages: ReturnType<typeof turn>[]) => ({ id: chatIdOf(id), messages });

const setup = async (room: object = {}, group: 'unverified' | 'free' | 'basic' = 'free') => {
  const harness = aHarness();
  const change = async (to: object, of = group) => {
    const limits = await harness.storage.current();
    await harness.storage.change({
      ...limits,
      chats: { ...limits.chats, [of]: { maxChats: -1, maxTotalMB: -1, maxChatMB: -1, ...to } },
    });
  };
  await change(room);
  const usage = new InMemoryChatUsage(harness.store);
  const use = (who: Person = ann) =>
    new GetChatUsage(usage, new TierChatQuota(usage, harness.storage), harness.storage).execute(who);
  return { ...harness, change, use };
};

const refused = (rule: string, limit: number) => ({
  kind: 'forbidden',
  code: 'USAGE_LIMIT_EXCEEDED',
  details: { rule, limit, message: expect.any(String) },
});

describe('the room for chats', () => {
  test('by number: a new chat is refused with the numbers and what helps, an old one goes on', async () => {
    const { save, ask, chats, allowance, use } = await setup({ maxChats: 2 });
    await save.execute(ann, saving('a', turn('m', 'Hi')));
    await ask('Hello');
    const refusal = save.execute(ann, saving('b', turn('m', 'Hi')));
    await expect(refusal).rejects.toMatchObject(refused('chats', 2));
    await expect(refusal).rejects.toThrow(
      'You have 2 chats, and 2 can be kept. Delete chats to make room, or upgrade your plan.',
    );
    const before = allowance.used;
    await expect(ask('New', { target: { chatId: chatIdOf('c'), messageId: 'q' } })).rejects.toMatchObject(
      refused('chats', 2),
    );
    // Nothing is kept and nothing charged.
    expect([(await chats.listIds('ann')).length, allowance.used]).toEqual([2, before]);
    await ask('More', { target: { chatId: CHAT, messageId: 'q2' } });
    await save.execute(ann, saving('a', turn('m2', 'More')));
    expect((await use()).count).toEqual({ used: 2, limit: 2 });
    await chats.remove('ann', chatIdOf('a'));
    await save.execute(ann, saving('b', turn('m', 'Hi')));
  });

  test('by the bytes of one chat: that chat is full, another one is not', async () => {
    const { save, ask, messages, chats } = await setup({ maxChatMB: 2 * KB });
    await save.execute(ann, saving('a', turn('m', 'x'.repeat(1000))));
    await expect(save.execute(ann, saving('a', turn('n', 'x'.repeat(1000))))).rejects.toMatchObject(
      refused('chat-size', 2048),
    );
    const { key = '' } = (await chats.find('ann', chatIdOf('a'))) ?? {};
    expect((await messages.list(key)).map(({ id }) => id)).toEqual(['m']);
    await expect(ask('y'.repeat(3000), { target: { chatId: chatIdOf('a'), messageId: 'q' } })).rejects.toMatchObject(
      refused('chat-size', 2048),
    );
    await save.execute(ann, saving('b', turn('m', 'x'.repeat(1000))));
  });

  test('by all bytes, counted as they are stored', async () => {
    const { save, use } = await setup({ maxTotalMB: 4 * KB });
    for (const id of ['a', 'b']) await save.execute(ann, saving(id, turn('m', 'ß'.repeat(500))));
    expect((await use()).bytes).toMatchObject({ limit: 4096, used: expect.any(Number) });
    expect((await use()).bytes.used).toBeGreaterThan(2000);
    await expect(save.execute(ann, saving('c', turn('m', 'ß'.repeat(700))))).rejects.toMatchObject(
      refused('chat-storage', 4096),
    );
    await save.execute({ ...ann, uid: 'bob' }, saving('c', turn('m', 'ß'.repeat(600))));
  });

  test('that is full keeps nobody from a title, or from saving again what is there', async () => {
    const { save, change, chats } = await setup();
    await save.execute(ann, saving('a', turn('m', 'Hi')));
    await change({ maxChats: 0, maxTotalMB: 0, maxChatMB: 0 });
    await save.execute(ann, { ...saving('a', turn('m', 'Hi')), title: 'A title' });
    expect((await chats.find('ann', chatIdOf('a')))?.title).toBe('A title');
    await expect(save.execute(ann, saving('a', turn('n', 'More')))).rejects.toMatchObject({
      code: 'USAGE_LIMIT_EXCEEDED',
    });
  });

  test('holds for a reply that a page gives back longer', async () => {
    const { save, messages, chats, change } = await setup();
    await save.execute(ann, saving('a', turn('q', 'Hi')));
    const { key = '' } = (await chats.find('ann', chatIdOf('a'))) ?? {};
    await messages.add(key, [
      {
        ...turn('r', 'Half'),
        role: 'assistant',
        parentId: 'q',
        status: 'interrupted',
        errorCode: null,
        model: null,
        replyId: null,
        details: null,
      },
    ]);
    await change({ maxChatMB: KB });
    const longer = { ...turn('r', `Half${'x'.repeat(2000)}`), role: 'assistant' as const };
    await expect(save.execute(ann, { id: chatIdOf('a'), messages: [longer] })).rejects.toMatchObject(
      refused('chat-size', 1024),
    );
    expect((await messages.find(key, 'r'))?.content).toBe('Half');
  });

  test('is smaller while nothing is proved, by tier else, and none for an admin who acts without limits', async () => {
    const { save, change, use } = await setup({ maxChats: 1 }, 'unverified');
    await change({ maxChats: 3 }, 'basic');
    const stranger: Person = { ...ann, verified: false };
    await save.execute(stranger, saving('a', turn('m', 'Hi')));
    await expect(save.execute(stranger, saving('b', turn('m', 'Hi')))).rejects.toThrow(
      'Verify your email address, or delete chats to make room.',
    );
    await save.execute(ann, saving('b', turn('m', 'Hi')));
    const limitOf = async (who: Person) => (await use(who)).count.limit;
    expect(
      await Promise.all(
        [
          stranger,
          { ...stranger, tier: 'basic' as const },
          { ...stranger, isAdmin: true },
          { ...ann, override: 'unlimited' as const },
        ].map(limitOf),
      ),
    ).toEqual([1, 3, 500, -1]);
  });
});
