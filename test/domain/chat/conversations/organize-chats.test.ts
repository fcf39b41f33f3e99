import type { Chat } from '../../../../src/domain/chat/conversations/chat.ts';
import { OrganizeChats } from '../../../../src/domain/chat/conversations/organize-chats.ts';
import { ChatStore, InMemoryChatRepository } from '../../../fakes/chats.ts';
import { FixedClock, TwiceUnitOfWork } from '../../../fakes/kernel.ts';
import { aChat, chatIdOf, NOON } from '../../../support/builders.ts';
import { MAX_PINNED_CHATS } from '../../../../src/shared/pinned-chats.ts';
import { aHarness, ann, CHAT } from '../harness.ts';

const DAY_MS = 86_400_000;

const setup = async (...stored: readonly Partial<Chat>[]) => {
  const store = new ChatStore();
  const chats = new InMemoryChatRepository(store);
  const clock = new FixedClock();
  for (const chat of stored) await chats.create(aChat(chat));
  const organize = new OrganizeChats(chats, new TwiceUnitOfWork(store), clock);
  const find = async (id = aChat().id) => {
    const chat = await chats.find('ann', id);
    return chat && { pinnedAt: chat.pinnedAt, archived: chat.archived, usedAt: chat.usedAt };
  };
  return { chats, clock, organize, find };
};

test('pins and unpins a chat; what is so already changes nothing', async () => {
  const { organize, find, clock } = await setup({});
  const { id } = aChat();
  await clock.advance(5);
  expect(await organize.execute('ann', id, { pinned: true })).toMatchObject({ pinnedAt: NOON + 5 });
  await clock.advance(5);
  await organize.execute('ann', id, { pinned: true });
  expect(await find()).toEqual({ pinnedAt: NOON + 5, archived: false, usedAt: NOON + 5 });
  await expect(organize.execute('ann', id, {})).rejects.toMatchObject({
    kind: 'invalid',
    details: { field: 'pinned' },
  });
  await organize.execute('ann', id, { archived: false });
  expect(await find()).toEqual({ pinnedAt: NOON + 5, archived: false, usedAt: NOON + 5 });
  await organize.execute('ann', id, { pinned: false });
  expect(await find()).toEqual({ pinnedAt: null, archived: false, usedAt: NOON + 10 });
});

test('archiving unpins, pinning restores, and restoring does not pin', async () => {
  const { organize, find } = await setup({ pinnedAt: 7 });
  const { id } = aChat();
  await organize.execute('ann', id, { archived: true });
  expect(await find()).toMatchObject({ pinnedAt: null, archived: true });
  await organize.execute('ann', id, { pinned: false });
  expect(await find()).toMatchObject({ pinnedAt: null, archived: true });
  await organize.execute('ann', id, { pinned: true });
  expect(await find()).toMatchObject({ pinnedAt: NOON, archived: false });
  await organize.execute('ann', id, { archived: true });
  await organize.execute('ann', id, { archived: false });
  expect(await find()).toMatchObject({ pinnedAt: null, archived: false });
  const both = organize.execute('ann', id, { pinned: true, archived: true });
  await expect(both).rejects.toMatchObject({ kind: 'invalid', details: { field: 'pinned' } });
});

test('a chat that is unpinned is not deleted because of its age at once', async () => {
  const { organize, find } = await setup({ pinnedAt: 7, usedAt: NOON - 900 * DAY_MS });
  await organize.execute('ann', aChat().id, { pinned: false });
  expect((await find())?.usedAt).toBe(NOON);
});

test('refuses chats of others, temporary ones, and one pin too many', async () => {
  const many = Array.from({ length: MAX_PINNED_CHATS }, (_, at) => ({ id: chatIdOf(`p${at}`), pinnedAt: NOON }));
  const { organize, find } = await setup({}, { id: chatIdOf('t'), expiresAt: NOON + 1 }, ...many);
  const pin = (id: string, owner = 'ann') => organize.execute(owner, id, { pinned: true });
  await expect(pin(aChat().id, 'bob')).rejects.toMatchObject({ code: 'CHAT_NOT_FOUND' });
  await expect(pin(chatIdOf('t'))).rejects.toMatchObject({ kind: 'conflict' });
  await expect(organize.execute('ann', chatIdOf('t'), { archived: true })).rejects.toMatchObject({ kind: 'conflict' });
  await expect(pin(aChat().id)).rejects.toMatchObject({ kind: 'conflict', code: 'TOO_MANY_PINS' });
  expect(await find()).toMatchObject({ pinnedAt: null });
  await organize.execute('ann', chatIdOf('p7'), { pinned: false });
  expect(await pin(aChat().id)).toMatchObject({ pinnedAt: NOON });
});

test('archives and restores all chats, however many there are, and leaves pinned ones', async () => {
  const many = Array.from({ length: 450 }, (_, at) => ({ id: chatIdOf(`n${at}`) }));
  const { organize, chats } = await setup({ pinnedAt: NOON }, ...many);
  expect(await organize.archiveAll('ann', true)).toBe(450);
  expect(await chats.list('ann', { limit: 9 })).toHaveLength(1);
  expect(await organize.archiveAll('ann', true)).toBe(0);
  expect(await organize.archiveAll('ann', false)).toBe(450);
  expect(await chats.list('ann', { limit: 999, archived: true })).toEqual([]);
});

describe('a new message in an archived chat', () => {
  const archived = async () => {
    const harness = aHarness();
    await harness.save.execute(ann, { id: CHAT, messages: [] });
    const stored = await harness.chats.find('ann', CHAT);
    if (stored) await harness.chats.organize({ ...stored, archived: true });
    const isArchived = async () => (await harness.chats.find('ann', CHAT))?.archived;
    return { ...harness, isArchived };
  };
  const message = { role: 'user', at: NOON, fileIds: [], cached: false, mode: null } as const;

  test('restores it when it is asked', async () => {
    const { ask, watch, isArchived } = await archived();
    await watch(await ask('Hi'));
    expect(await isArchived()).toBe(false);
  });

  test('restores it when it is saved; a new title does not', async () => {
    const { save, isArchived } = await archived();
    await save.execute(ann, { id: CHAT, title: 'Renamed', messages: [] });
    expect(await isArchived()).toBe(true);
    const saved = await save.execute(ann, { id: CHAT, messages: [{ ...message, id: 'm1', content: 'Hi' }] });
    expect([saved.archived, await isArchived()]).toEqual([false, false]);
  });
});
