import type { ChatRepository } from '../../src/domain/chat/conversations/ports.ts';
import type { CountedMessages } from '../../src/domain/chat/replies/ports/answers.ts';
import type { ReplyRepository } from '../../src/domain/chat/replies/ports/reply-store.ts';
import type { Quotas } from '../../src/domain/kernel/ports.ts';
import { aChat, aReply, chatIdOf, NOON } from '../support/builders.ts';

export interface CountedMessagesFixture {
  readonly chats: ChatRepository;
  readonly replies: ReplyRepository;
  readonly quotas: Quotas;
  readonly counted: CountedMessages;
}

/** What every CountedMessages must do. `create` answers an empty world in which the users ann and bob exist. */
export const behavesLikeCountedMessages = (name: string, create: () => Promise<CountedMessagesFixture>): void => {
  describe(`${name}: counted messages`, () => {
    const aReservation = async (quotas: Quotas): Promise<string> => {
      const reserved = await quotas.reserve([]);
      return 'id' in reserved ? reserved.id : '';
    };

    test('are found by their owner, the newest first, and none from before', async () => {
      const { replies, counted } = await create();
      await replies.create(aReply({ id: 'old', createdAt: NOON - 10 }));
      await replies.create(aReply({ id: 'new', createdAt: NOON }));
      await replies.create(aReply({ id: 'bobs', owner: 'user:bob', createdAt: NOON + 5 }));
      expect(await counted.find(['user:ann'], NOON - 10, {})).toEqual({ replyId: 'new', at: NOON });
      expect(await counted.find(['user:ann'], NOON + 1, {})).toBeUndefined();
      expect(await counted.find(['user:ann', 'user:bob'], NOON + 1, {})).toEqual({ replyId: 'bobs', at: NOON + 5 });
      expect(await counted.find(['user:Ann'], NOON - 10, {})).toBeUndefined();
    });

    test('are found by chat and turn where both are named, and never in another person’s chat', async () => {
      const { chats, replies, counted } = await create();
      const mine = await chats.create(aChat());
      const other = await chats.create(aChat({ id: chatIdOf('c2'), key: 'k2' }));
      const bobs = await chats.create(aChat({ id: chatIdOf('c3'), key: 'k3', ownerId: 'bob' }));
      await replies.create(aReply({ id: 'first', chatKey: mine.key, messageId: 'm2', createdAt: NOON - 10 }));
      await replies.create(aReply({ id: 'second', chatKey: other.key, messageId: 'm4', createdAt: NOON }));
      await replies.create(
        aReply({ id: 'theirs', owner: 'user:bob', chatKey: bobs.key, messageId: 'm2', createdAt: NOON }),
      );
      const find = async (chatId: string, messageId: string) =>
        (await counted.find(['user:ann'], NOON - 10, { chatId, messageId }))?.replyId;
      expect(await find(mine.id, 'm2')).toBe('first');
      expect(await find(other.id, 'm4')).toBe('second');
      expect(await find(other.id, 'm2')).toBe('second');
      expect(await find(bobs.id, 'm2')).toBe('second');
    });

    test('were not counted when their reservation was given back', async () => {
      const { replies, quotas, counted } = await create();
      const [charged, refunded] = [await aReservation(quotas), await aReservation(quotas)];
      await replies.create(aReply({ id: 'paid', reservationId: charged, createdAt: NOON - 1 }));
      await replies.create(aReply({ id: 'given-back', reservationId: refunded }));
      expect(await counted.find(['user:ann'], 0, {})).toMatchObject({ replyId: 'given-back' });
      await quotas.settle(charged, 'charged');
      await quotas.settle(refunded, 'refunded');
      expect(await counted.find(['user:ann'], 0, {})).toMatchObject({ replyId: 'paid' });
    });

    test('are known for a day although no chat keeps the reply', async () => {
      const { replies, counted } = await create();
      await replies.create(aReply());
      await replies.finish(aReply(), { status: 'complete', errorCode: null, text: 'Hello', finishedAt: NOON });
      await replies.sweep(NOON + 60_000);
      expect(await replies.find('r1')).toBeUndefined();
      expect(await counted.find(['user:ann'], NOON, {})).toEqual({ replyId: 'r1', at: NOON });
      await replies.sweep(NOON + 86_400_001);
      expect(await counted.find(['user:ann'], NOON, {})).toBeUndefined();
    });
  });
};
