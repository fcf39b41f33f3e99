import { aChat, aReply, NOON, words } from '../support/builders.ts';
import type { ReplyEvent } from '../../src/domain/chat/reply.ts';
import type { ChatWorld } from './chat-repository.ts';

const END = { status: 'complete', errorCode: null, text: 'Hello', finishedAt: NOON + 10 } as const;

/** What every ReplyRepository must do. `create` as for `behavesLikeAChatRepository`. */
export const behavesLikeAReplyRepository = (name: string, create: () => Promise<ChatWorld>): void => {
  describe(`${name}: replies`, () => {
    test('keeps a reply whole', async () => {
      const { chats, replies } = await create();
      const { key } = await chats.create(aChat());
      const kept = aReply({ chatKey: key, messageId: 'm2', reservationId: 'res', promptKey: 'prompt', cached: true });
      await replies.create(kept);
      await replies.create(aReply({ id: 'r2', owner: `visitor:${'f'.repeat(64)}` }));
      expect(await replies.find('r1')).toEqual(kept);
      expect(await replies.find('r2')).toEqual(aReply({ id: 'r2', owner: `visitor:${'f'.repeat(64)}` }));
      expect(await replies.find('R1')).toBeUndefined();
    });

    test('becomes final once: who is second changes nothing', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      expect(await replies.finish('r1', END)).toBe(true);
      expect(await replies.finish('r1', { ...END, status: 'interrupted', text: 'Hel' })).toBe(false);
      expect(await replies.finish('no such reply', END)).toBe(false);
      expect(await replies.find('r1')).toEqual(aReply(END));
    });

    test('of many that finish one reply at once exactly one does', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      const done = await Promise.all(Array.from({ length: 8 }, () => replies.finish('r1', END)));
      expect(done.filter(Boolean)).toHaveLength(1);
    });

    test('logs events of many replies and tells them from any number on', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.create(aReply({ id: 'r2' }));
      await replies.append([
        { replyId: 'r1', batch: { first: 0, events: words('a', 'b', 'c') } },
        { replyId: 'r2', batch: { first: 0, events: words('x') } },
      ]);
      await replies.append([{ replyId: 'r1', batch: { first: 3, events: words('d', 'e') } }]);
      await replies.append([]);
      expect(await replies.eventsFrom('r1', 0)).toEqual([
        { first: 0, events: words('a', 'b', 'c') },
        { first: 3, events: words('d', 'e') },
      ]);
      expect(await replies.eventsFrom('r1', 2)).toEqual([{ first: 2, events: words('c') }, { first: 3, events: words('d', 'e') }]);
      expect(await replies.eventsFrom('r1', 4)).toEqual([{ first: 4, events: words('e') }]);
      expect(await replies.eventsFrom('r1', 5)).toEqual([]);
      expect(await replies.eventsFrom('r2', 0)).toEqual([{ first: 0, events: words('x') }]);
      expect(await replies.eventsFrom('r3', 0)).toEqual([]);
    });

    test('keeps every kind of event as it was', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      const events: ReplyEvent[] = [
        { type: 'meta', replyId: 'r1', model: 'm', cached: false, agentType: null, maxIterations: 8, chatId: null, messageId: 'm2' },
        { type: 'text', text: 'Crêpe 🥞 \n "q" \\ \u2028' },
        { type: 'sources', sources: [{ id: 's', title: 't', url: 'u', snippet: 'n' }] },
        { type: 'images', images: [{ url: 'u', alt: 'a', caption: 'c', source: 's' }] },
        { type: 'error', error: 'Failed', code: 'INTERNAL_ERROR' },
        { type: 'error', error: 'Failed', code: 'INTERNAL_ERROR', message: 'More' },
        { type: 'end', status: 'stopped' },
      ];
      await replies.append([{ replyId: 'r1', batch: { first: 0, events } }]);
      expect(await replies.eventsFrom('r1', 0)).toEqual([{ first: 0, events }]);
    });

    test('an append that is repeated, with more, doubles and loses nothing', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([{ replyId: 'r1', batch: { first: 0, events: words('a', 'b') } }]);
      await replies.append([{ replyId: 'r1', batch: { first: 0, events: words('a', 'b', 'c') } }]);
      await replies.append([{ replyId: 'r1', batch: { first: 2, events: words('c', 'd') } }]);
      const events = (await replies.eventsFrom('r1', 0)).flatMap((batch) => batch.events);
      expect(events).toEqual(words('a', 'b', 'c', 'd'));
    });

    test('an append that comes late takes nothing back', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([{ replyId: 'r1', batch: { first: 0, events: [...words('a', 'b'), { type: 'end', status: 'complete' }] } }]);
      await replies.append([{ replyId: 'r1', batch: { first: 0, events: words('a') } }]);
      const events = (await replies.eventsFrom('r1', 0)).flatMap((batch) => batch.events);
      expect(events).toEqual([...words('a', 'b'), { type: 'end', status: 'complete' }]);
    });

    test('a reply that is gone does not keep the others from being logged', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([
        { replyId: 'gone', batch: { first: 0, events: words('x') } },
        { replyId: 'r1', batch: { first: 0, events: words('a') } },
      ]);
      expect(await replies.eventsFrom('r1', 0)).toHaveLength(1);
      await replies.sweep(NOON);
      expect(await replies.eventsFrom('gone', 0)).toEqual([]);
      expect(await replies.eventsFrom('r1', 0)).toHaveLength(1);
    });

    test('logs thousands of entries in one call', async () => {
      const { replies } = await create();
      const entries = Array.from({ length: 4500 }, (_, index) => ({ replyId: `r${index}`, batch: { first: 0, events: words(`${index}`) } }));
      await replies.append(entries);
      for (const index of [0, 499, 500, 3999, 4000, 4499]) {
        expect(await replies.eventsFrom(`r${index}`, 0)).toEqual([{ first: 0, events: words(`${index}`) }]);
      }
    });

    test('tells a runner which of its replies shall stop, until they are final', async () => {
      const { replies } = await create();
      for (const [id, runnerId] of [['r1', 'one'], ['r2', 'one'], ['r3', 'two']] as const) await replies.create(aReply({ id, runnerId }));
      await replies.requestStop('r1');
      await replies.requestStop('r3');
      await replies.requestStop('no such reply');
      expect(await replies.stopRequests('one')).toEqual(['r1']);
      expect(await replies.stopRequests('two')).toEqual(['r3']);
      await replies.finish('r1', { ...END, status: 'stopped' });
      expect(await replies.stopRequests('one')).toEqual([]);
    });

    test('tells which replies still stream', async () => {
      const { replies } = await create();
      await replies.create(aReply({ id: 'r1' }));
      await replies.create(aReply({ id: 'r2', runnerId: 'two' }));
      await replies.finish('r1', END);
      expect(await replies.streaming()).toEqual([aReply({ id: 'r2', runnerId: 'two' })]);
    });

    test('finds the newest complete reply to the same prompt of the same owner', async () => {
      const { replies } = await create();
      const made = [
        aReply({ id: 'old', createdAt: NOON - 100 }), aReply({ id: 'newer', createdAt: NOON }), aReply({ id: 'newest', createdAt: NOON + 1 }),
        aReply({ id: 'his', owner: 'user:bob', createdAt: NOON + 9 }), aReply({ id: 'failed', createdAt: NOON + 9 }),
      ];
      for (const reply of made) {
        await replies.create({ ...reply, promptKey: 'prompt' });
        await replies.finish(reply.id, { ...END, status: reply.id === 'failed' ? 'error' : 'complete' });
      }
      await replies.create(aReply({ id: 'running', promptKey: 'prompt', createdAt: NOON + 9 }));
      expect((await replies.findAnswered('user:ann', 'prompt', NOON))?.id).toBe('newest');
      expect((await replies.findAnswered('user:bob', 'prompt', NOON))?.id).toBe('his');
      expect(await replies.findAnswered('user:ann', 'prompt', NOON + 2)).toBeUndefined();
      expect(await replies.findAnswered('user:ann', 'other', NOON)).toBeUndefined();
    });

    test('sweeps old logs, and replies that no chat keeps, and leaves what is young, streams or is kept', async () => {
      const { chats, replies } = await create();
      const { key } = await chats.create(aChat());
      await replies.create(aReply({ id: 'kept', chatKey: key, messageId: 'm2' }));
      for (const id of ['free', 'young', 'running']) await replies.create(aReply({ id }));
      await replies.append(['kept', 'free', 'young', 'running'].map((replyId) => ({ replyId, batch: { first: 0, events: words('a') } })));
      for (const id of ['kept', 'free']) await replies.finish(id, { ...END, finishedAt: NOON });
      await replies.finish('young', { ...END, finishedAt: NOON + 1 });
      await replies.sweep(NOON + 1);
      const logged = await Promise.all(['kept', 'free', 'young', 'running'].map((id) => replies.eventsFrom(id, 0)));
      expect(logged.map((batches) => batches.length)).toEqual([0, 0, 1, 1]);
      expect((await replies.find('kept'))?.text).toBe('Hello');
      expect(await replies.find('free')).toBeUndefined();
      expect((await replies.find('young'))?.status).toBe('complete');
      expect((await replies.find('running'))?.status).toBe('streaming');
    });

    test('sweeps any number of logs', async () => {
      const { replies } = await create();
      const ids = Array.from({ length: 450 }, (_, index) => `orphan-${index}`);
      await replies.append(ids.flatMap((replyId) => [0, 1].map((first) => ({ replyId, batch: { first, events: words('a') } }))));
      await replies.sweep(NOON);
      for (const id of ids) expect(await replies.eventsFrom(id, 0)).toEqual([]);
    });
  });
};
