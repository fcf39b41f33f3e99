import { aChat, anEntry, aReply, NOON, words } from '../support/builders.ts';
import type { ChatFixture } from './chat-repository.ts';
import type { ReplyEvent } from '../../src/shared/reply-event.ts';

const END = { status: 'complete', errorCode: null, text: 'Hello', finishedAt: NOON + 10 } as const;

/** What every ReplyRepository must do. `create` as for `behavesLikeAChatRepository`. */
export const behavesLikeAReplyRepository = (name: string, create: () => Promise<ChatFixture>): void => {
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
      expect((await replies.listStreaming('user:ann')).map(({ id }) => id)).toEqual(['r1']);
    });

    test('becomes final once: who is second changes nothing', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      expect(await replies.finish(aReply(), END)).toBe('finished');
      expect(await replies.finish(aReply(), { ...END, status: 'interrupted', text: 'Hel' })).toBe('repeated');
      expect(await replies.finish(aReply({ id: 'no such reply' }), END)).toBe('gone');
      expect(await replies.find('r1')).toEqual(aReply(END));
    });

    test('becomes final with the name of the model that answered instead', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.finish(aReply(), { ...END, model: 'fallback' });
      expect((await replies.find('r1'))?.model).toBe('fallback');
    });

    test('becomes final with the rest of its log', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([anEntry('r1', 0, words('a', 'b'))]);
      const events = [...words('a', 'b', 'c'), { type: 'end', status: 'complete' }] as const;
      await replies.finish(aReply(), END, {
        unsavedWithEnd: () => ({ first: 1, events: events.slice(1) }),
        allWithEnd: () => ({ first: 0, events }),
      });
      expect((await replies.listEvents('r1', 0)).flatMap((batch) => batch.events)).toEqual(events);
    });

    test('that is followed up takes log and stops until its follow-ups are closed, once, by its epoch', async () => {
      const { chats, replies } = await create();
      const { key } = await chats.create(aChat());
      await replies.create(aReply({ chatKey: key, messageId: 'm2' }));
      await replies.create(aReply({ id: 'r2' }));
      await replies.finish(aReply(), { ...END, followUps: 'running' });
      await replies.finish(aReply({ id: 'r2' }), END);
      expect((await replies.listFollowedUp()).map(({ id }) => id)).toEqual(['r1']);
      expect((await replies.listFollowedUp(key)).map(({ id }) => id)).toEqual(['r1']);
      expect(await replies.listFollowedUp('another chat')).toEqual([]);
      expect(await replies.listStreaming()).toEqual([]);
      expect((await replies.listRunning('runner-1')).map(({ id }) => id)).toEqual(['r1']);
      expect(await replies.listRunning('runner-2')).toEqual([]);
      await replies.append([anEntry('r1', 0, words('a')), anEntry('r2', 0, words('no'))]);
      await replies.requestStop('r1');
      expect(await replies.listStopRequests('runner-1')).toEqual(['r1']);
      for (const stranger of [aReply({ epoch: 2 }), aReply({ runnerId: 'runner-2' }), aReply({ id: 'r2' })])
        expect(await replies.closeFollowUps(stranger, undefined)).toBe(false);
      const tries = [1, 2].map(() => replies.closeFollowUps(aReply(), { first: 1, events: [{ type: 'close' }] }));
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
      await replies.append([anEntry('r1', 2, words('late'))]);
      expect((await replies.listEvents('r1', 0)).flatMap((batch) => batch.events)).toEqual([
        ...words('a'),
        { type: 'close' },
      ]);
      expect(await replies.listEvents('r2', 0)).toEqual([]);
      expect(await replies.find('r1')).toMatchObject({ status: 'complete', followUps: 'done' });
      expect(await replies.listStopRequests('runner-1')).toEqual([]);
    });

    test('is for nobody but its runner to write, and not for that one in another epoch', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      for (const stranger of [aReply({ runnerId: 'runner-2' }), aReply({ epoch: 2 }), aReply({ epoch: 0 })]) {
        expect(await replies.finish(stranger, END)).toBe('fenced');
        expect(await replies.takeOver(stranger)).toBeUndefined();
      }
      await replies.append([{ reply: aReply({ epoch: 2 }), batch: { first: 0, events: words('no') } }]);
      expect(await replies.listEvents('r1', 0)).toEqual([]);
      expect(await replies.find('r1')).toEqual(aReply());
    });

    test('is taken over once, and then its runner adds nothing to its log', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([anEntry('r1', 0, words('a'))]);
      const tries = await Promise.all(Array.from({ length: 4 }, () => replies.takeOver(aReply())));
      expect(tries.filter(Boolean)).toEqual([{ id: 'r1', runnerId: 'runner-1', epoch: 2 }]);
      await replies.append([anEntry('r1', 1, words('b'))]);
      expect(await replies.finish(aReply({ epoch: 2 }), { ...END, status: 'interrupted', text: 'a' })).toBe('finished');
      await replies.append([
        anEntry('r1', 1, words('b')),
        { reply: aReply({ epoch: 2 }), batch: { first: 1, events: words('b') } },
      ]);
      expect(await replies.listEvents('r1', 0)).toEqual([{ first: 0, events: words('a') }]);
    });

    test('that was taken from a runner which lives gets that one’s end and log, once', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([anEntry('r1', 0, words('a', 'b'))]);
      await replies.takeOver(aReply());
      expect(await replies.finish(aReply(), END)).toBe('fenced'); // while it is being taken over
      await replies.finish(aReply({ epoch: 2 }), { ...END, status: 'interrupted', text: 'ab' });
      const events = [
        ...words(...Array.from({ length: 12_000 }, (_, index) => `${index} `)),
        { type: 'end', status: 'complete' },
      ] as const;
      const log = {
        unsavedWithEnd: () => ({ first: 9000, events: events.slice(9000) }),
        allWithEnd: () => ({ first: 0, events }),
      };
      expect(await replies.finish(aReply(), END, log)).toBe('replaced');
      expect(await replies.finish(aReply(), { ...END, text: 'again' }, log)).toBe('repeated');
      expect(await replies.finish(aReply({ epoch: 2 }), { ...END, status: 'interrupted', text: 'ab' })).toBe('fenced');
      expect(await replies.find('r1')).toEqual(aReply({ ...END, epoch: 3 }));
      for (const from of [0, 1, 4999, 5000, 11_999]) {
        expect((await replies.listEvents('r1', from)).flatMap((batch) => batch.events)).toEqual(events.slice(from));
      }
    });

    test('that its own runner interrupted stays so', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.finish(aReply(), { ...END, status: 'interrupted' });
      expect(await replies.finish(aReply(), END)).toBe('repeated');
      expect((await replies.find('r1'))?.status).toBe('interrupted');
    });

    test('of many that finish one reply at once exactly one does', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      const done = await Promise.all(Array.from({ length: 8 }, () => replies.finish(aReply(), END)));
      expect(done.filter((outcome) => outcome === 'finished')).toHaveLength(1);
    });

    test('logs events of many replies and tells them from any number on', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.create(aReply({ id: 'r2' }));
      await replies.append([anEntry('r1', 0, words('a', 'b', 'c')), anEntry('r2', 0, words('x'))]);
      await replies.append([anEntry('r1', 3, words('d', 'e'))]);
      await replies.append([]);
      expect(await replies.listEvents('r1', 0)).toEqual([
        { first: 0, events: words('a', 'b', 'c') },
        { first: 3, events: words('d', 'e') },
      ]);
      expect(await replies.listEvents('r1', 2)).toEqual([
        { first: 2, events: words('c') },
        { first: 3, events: words('d', 'e') },
      ]);
      expect(await replies.listEvents('r1', 4)).toEqual([{ first: 4, events: words('e') }]);
      expect(await replies.listEvents('r1', 5)).toEqual([]);
      expect(await replies.listEvents('r2', 0)).toEqual([{ first: 0, events: words('x') }]);
      expect(await replies.listEvents('r3', 0)).toEqual([]);
    });

    test('keeps every kind of event as it was', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      const events: ReplyEvent[] = [
        {
          type: 'meta',
          replyId: 'r1',
          model: 'm',
          cached: false,
          agentType: null,
          maxIterations: 8,
          chatId: null,
          messageId: 'm2',
        },
        { type: 'text', text: 'Crêpe 🥞 \n "q" \\ \u2028' },
        { type: 'sources', sources: [{ id: 's', title: 't', url: 'u', snippet: 'n' }] },
        { type: 'images', images: [{ url: 'u', alt: 'a', caption: 'c', source: 's' }] },
        { type: 'error', error: 'Failed', code: 'INTERNAL_ERROR' },
        { type: 'error', error: 'Failed', code: 'INTERNAL_ERROR', message: 'More' },
        { type: 'end', status: 'stopped' },
      ];
      await replies.append([anEntry('r1', 0, events)]);
      expect(await replies.listEvents('r1', 0)).toEqual([{ first: 0, events }]);
    });

    test('an append that is repeated, with more, doubles and loses nothing', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([anEntry('r1', 0, words('a', 'b'))]);
      await replies.append([anEntry('r1', 0, words('a', 'b', 'c'))]);
      await replies.append([anEntry('r1', 2, words('c', 'd'))]);
      const events = (await replies.listEvents('r1', 0)).flatMap((batch) => batch.events);
      expect(events).toEqual(words('a', 'b', 'c', 'd'));
    });

    test('an append that comes late takes nothing back', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([anEntry('r1', 0, [...words('a', 'b'), { type: 'end', status: 'complete' }])]);
      await replies.append([anEntry('r1', 0, words('a'))]);
      const events = (await replies.listEvents('r1', 0)).flatMap((batch) => batch.events);
      expect(events).toEqual([...words('a', 'b'), { type: 'end', status: 'complete' }]);
    });

    test('a reply that is gone does not keep the others from being logged', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append([anEntry('gone', 0, words('x')), anEntry('r1', 0, words('a'))]);
      expect(await replies.listEvents('gone', 0)).toEqual([]);
      expect(await replies.listEvents('r1', 0)).toHaveLength(1);
    });

    test('logs thousands of entries in one call', async () => {
      const { replies } = await create();
      await replies.create(aReply());
      await replies.append(Array.from({ length: 4500 }, (_, index) => anEntry('r1', index, words(`${index}`))));
      const events = (await replies.listEvents('r1', 0)).flatMap((batch) => batch.events);
      expect(events).toEqual(words(...Array.from({ length: 4500 }, (_, index) => `${index}`)));
    });

    test('tells a runner which of its replies shall stop, until they are final', async () => {
      const { replies } = await create();
      for (const [id, runnerId] of [
        ['r1', 'one'],
        ['r2', 'one'],
        ['r3', 'two'],
      ] as const)
        await replies.create(aReply({ id, runnerId }));
      await replies.requestStop('r1');
      await replies.requestStop('r3');
      await replies.requestStop('no such reply');
      expect(await replies.listStopRequests('one')).toEqual(['r1']);
      expect(await replies.listStopRequests('two')).toEqual(['r3']);
      await replies.finish(aReply({ runnerId: 'one' }), { ...END, status: 'stopped' });
      expect(await replies.listStopRequests('one')).toEqual([]);
    });

    test('tells which replies still stream', async () => {
      const { replies } = await create();
      await replies.create(aReply({ id: 'r1' }));
      await replies.create(aReply({ id: 'r2', runnerId: 'two' }));
      await replies.finish(aReply(), END);
      expect(await replies.listStreaming()).toEqual([aReply({ id: 'r2', runnerId: 'two' })]);
    });

    test('finds the newest complete reply to the same prompt of the same owner', async () => {
      const { replies } = await create();
      const made = [
        aReply({ id: 'old', createdAt: NOON - 100 }),
        aReply({ id: 'newer', createdAt: NOON }),
        aReply({ id: 'newest', createdAt: NOON + 1 }),
        aReply({ id: 'his', owner: 'user:bob', createdAt: NOON + 9 }),
        aReply({ id: 'failed', createdAt: NOON + 9 }),
        aReply({ id: 'uncacheable', createdAt: NOON + 9 }),
      ];
      for (const reply of made) {
        await replies.create({ ...reply, promptKey: 'prompt' });
        const status = reply.id === 'failed' ? 'error' : 'complete';
        await replies.finish(reply, { ...END, status, isUncacheable: reply.id === 'uncacheable' });
      }
      await replies.create(aReply({ id: 'running', promptKey: 'prompt', createdAt: NOON + 9 }));
      expect((await replies.findCached('user:ann', 'prompt', NOON))?.id).toBe('newest');
      expect((await replies.findCached('user:bob', 'prompt', NOON))?.id).toBe('his');
      expect(await replies.findCached('user:ann', 'prompt', NOON + 2)).toBeUndefined();
      expect(await replies.findCached('user:ann', 'other', NOON)).toBeUndefined();
    });

    test('sweeps old logs, and replies that no chat keeps, and leaves what is young, streams or is kept', async () => {
      const { chats, replies } = await create();
      const { key } = await chats.create(aChat());
      await replies.create(aReply({ id: 'kept', chatKey: key, messageId: 'm2' }));
      for (const id of ['free', 'young', 'running']) await replies.create(aReply({ id }));
      await replies.append(['kept', 'free', 'young', 'running'].map((id) => anEntry(id, 0, words('a'))));
      for (const id of ['kept', 'free']) await replies.finish(aReply({ id }), { ...END, finishedAt: NOON });
      await replies.finish(aReply({ id: 'young' }), { ...END, finishedAt: NOON + 1 });
      await replies.sweep(NOON + 1);
      const logged = await Promise.all(['kept', 'free', 'young', 'running'].map((id) => replies.listEvents(id, 0)));
      expect(logged.map((batches) => batches.length)).toEqual([0, 0, 1, 1]);
      expect((await replies.find('kept'))?.text).toBe('Hello');
      expect(await replies.find('free')).toBeUndefined();
      expect((await replies.find('young'))?.status).toBe('complete');
      expect((await replies.find('running'))?.status).toBe('streaming');
    });

    test('sweeps any number of logs', async () => {
      const { replies } = await create();
      const ids = Array.from({ length: 450 }, (_, index) => `old-${index}`);
      for (const id of ids) await replies.create(aReply({ id }));
      await replies.append(ids.flatMap((id) => [0, 1].map((first) => anEntry(id, first, words('a')))));
      for (const id of ids) await replies.finish(aReply({ id }), END);
      await replies.sweep(NOON + 11);
      for (const id of ids) expect(await replies.listEvents(id, 0)).toEqual([]);
    });
  });
};
