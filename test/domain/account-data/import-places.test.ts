import { createHash } from 'node:crypto';

import { STORAGE_LIMITS } from '../../../src/domain/files/settings.ts';
import { TierChatQuota } from '../../../src/domain/chat/conversations/chat-quota.ts';
import { ImportChats } from '../../../src/domain/account-data/import-chats.ts';
import { MAX_PINNED_CHATS } from '../../../src/shared/pinned-chats.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { ChatStore, InMemoryChatRepository, InMemoryChatUsage, InMemoryMessageRepository } from '../../fakes/chats.ts';
import { CountingIds, FixedClock, PlainSecrets, TwiceUnitOfWork } from '../../fakes/kernel.ts';
import { NoPrompts } from '../../fakes/prompts.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { NOON } from '../../support/builders.ts';

/** Digests that differ in their first signs, as the real ones do. */
class LongSecrets extends PlainSecrets {
  override digest(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }
}

const ann = { kind: 'user', uid: 'ann', tier: 'free', isAdmin: false, verified: true } as const;

const setup = () => {
  const store = new ChatStore();
  const chats = new InMemoryChatRepository(store);
  const bring = new ImportChats({
    chats,
    messages: new InMemoryMessageRepository(store),
    quota: new TierChatQuota(new InMemoryChatUsage(store), inMemorySettings(STORAGE_LIMITS)),
    prompts: new NoPrompts(),
    ids: new CountingIds(),
    secrets: new LongSecrets(),
    work: new TwiceUnitOfWork(store),
    clock: new FixedClock(),
    audit: new RecordingAuditLog(),
  });
  return { chats, bring: (file: unknown) => bring.execute(ann, file) };
};

/** A question of ChatGPT. */
const mapping = {
  n0: { parent: null, message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Q'] } } },
};

describe('pins and the archive', () => {
  const updated = Date.parse('2025-03-01T10:00:00Z');
  const chatGpt = (id: string, more: object) => ({
    ...{ id, title: id, mapping, current_node: 'n0', update_time: updated / 1000, ...more },
  });
  const openWebUi = (id: string, more: object) => ({
    ...{ id, title: id, updated_at: updated / 1000, ...more },
    chat: { messages: [{ id: 'm', role: 'user', content: 'Q' }] },
  });
  const libreChat = (id: string, more: object) => ({
    ...{ conversationId: id, title: id, updatedAt: new Date(updated).toISOString(), ...more },
    messages: [{ messageId: 'm', text: 'Q', isCreatedByUser: true }],
  });
  const own = (id: string, more: object) => ({
    ...{ id, title: id, updatedAt: new Date(updated).toISOString(), ...more },
    messages: [{ id: 'm', role: 'user', content: 'Q' }],
  });
  /** Where each chat lies, by its title. */
  const placesAfter = async (file: unknown) => {
    const { bring, chats } = setup();
    const { skipped } = await bring(file);
    const all = await Promise.all((await chats.listIds('ann')).map((id) => chats.find('ann', id)));
    const places = all.map((chat) => [chat?.title, chat?.archived ? 'archived' : (chat?.pinnedAt ?? 'listed')]);
    return { places: Object.fromEntries(places), skipped };
  };

  test('come from ChatGPT', async () => {
    const pinnedAt = Date.parse('2025-02-01T10:00:00Z');
    const { places } = await placesAfter([
      chatGpt('listed', { is_archived: false, is_starred: null }),
      chatGpt('archived', { is_archived: true, is_starred: true }),
      chatGpt('starred', { is_archived: false, is_starred: true }),
      chatGpt('pinned', { pinned_time: pinnedAt / 1000 }),
    ]);
    expect(places).toEqual({ listed: 'listed', archived: 'archived', starred: updated, pinned: pinnedAt });
  });

  test.each([
    ['Open WebUI', [openWebUi('p', { pinned: true }), openWebUi('a', { archived: true }), openWebUi('l', {})]],
    ['LibreChat', [libreChat('p', { isPinned: true }), libreChat('a', { isArchived: true }), libreChat('l', {})]],
  ])('come from %s', async (_, file) => {
    expect((await placesAfter(file)).places).toEqual({ p: updated, a: 'archived', l: 'listed' });
  });

  test('come from Claude as far as it tells them', async () => {
    const chat = (name: string, more: object) => ({
      ...{ uuid: name, name, updated_at: new Date(updated).toISOString(), ...more },
      chat_messages: [{ uuid: 'm', sender: 'human', text: 'Q' }],
    });
    const { places } = await placesAfter([chat('p', { is_starred: true }), chat('l', { is_starred: false })]);
    expect(places).toEqual({ p: updated, l: 'listed' });
  });

  test('come from an own export; a temporary chat has neither, and no pin is of the future', async () => {
    const tomorrow = new Date(NOON + 86_400_000).toISOString();
    const { places } = await placesAfter({
      product: 'Parley',
      chats: [
        own('pinned', { pinnedAt: '2025-02-01T10:00:00.000Z', archived: false }),
        own('future', { pinnedAt: tomorrow, archived: false }),
        own('archived', { pinnedAt: null, archived: true }),
        own('temporary', { pinnedAt: tomorrow, expiresAt: tomorrow }),
        own('gone', { archived: true, expiresAt: tomorrow }),
        own('odd', { archived: 'true', pinnedAt: true }),
      ],
    });
    expect(places).toEqual({
      ...{ pinned: Date.parse('2025-02-01T10:00:00Z'), future: NOON, archived: 'archived' },
      ...{ temporary: 'listed', gone: 'listed', odd: 'listed' },
    });
  });

  test('pins beyond the number that is possible are left out, and it says so', async () => {
    const many = Array.from({ length: MAX_PINNED_CHATS + 2 }, (_, at) => openWebUi(`c${at}`, { pinned: true }));
    const { places, skipped } = await placesAfter(many);
    expect(Object.values(places).filter((place) => place === updated)).toHaveLength(MAX_PINNED_CHATS);
    expect(skipped).toMatchObject([
      { title: 'c50', key: 'notPinned', count: 50, reason: 'It was pinned, and is not any more: 50 chats can be' },
      { title: 'c51', key: 'notPinned' },
    ]);
  });
});
