import { RATE_LIMITS } from '../../../../src/domain/billing/settings.ts';
import { FREEMIUM } from '../../../../src/domain/trial/settings.ts';
import { inMemorySettings } from '../../../fakes/settings.ts';
import {
  MAX_FOLLOW_UPS_PER_MESSAGE,
  QuotaFollowUpAllowance,
} from '../../../../src/domain/chat/replies/follow-up-allowance.ts';
import type { UtilityRequest } from '../../../../src/domain/chat/replies/ports/answers.ts';
import type { Requester } from '../../../../src/domain/chat/replies/ports/requesters.ts';
import { ChatStore, InMemoryChatRepository } from '../../../fakes/chats.ts';
import { InMemoryCountedMessages } from '../../../fakes/counted-messages.ts';
import { CountingIds, FixedClock, InMemoryQuotas } from '../../../fakes/kernel.ts';
import { InMemoryReplyRepository } from '../../../fakes/replies.ts';
import { aTrialConfig } from '../../../fakes/trial.ts';
import { aChat, aReply } from '../../../support/builders.ts';

const HOUR_MS = 3_600_000;
const TOMORROW = '2026-01-16T00:00:00.000Z';
const ann = { kind: 'user', uid: 'ann', tier: 'free', isAdmin: false, verified: true } as const satisfies Requester;
const visitor = (session: string, address = 'a1'): Requester => ({ kind: 'visitor', session, address });

const setup = () => {
  const clock = new FixedClock();
  const store = new ChatStore();
  const replies = new InMemoryReplyRepository(store);
  const quotas = new InMemoryQuotas(new CountingIds(), clock);
  const trial = inMemorySettings(FREEMIUM);
  const rates = inMemorySettings(RATE_LIMITS);
  const allowance = new QuotaFollowUpAllowance({
    messages: new InMemoryCountedMessages(store, quotas.refunded),
    trial,
    rates,
    quotas,
    clock,
  });
  let sent = 0;
  const send = (owner = 'user:ann', more: object = {}) =>
    replies.create(aReply({ id: `r${(sent += 1)}`, owner, createdAt: clock.now() + sent, ...more }));
  /** How many of `most` were let through, and what the first refused one was told. */
  const ask = async (asker: Requester, purpose: UtilityRequest['purpose'], { most = 10, about = {} } = {}) => {
    for (let count = 0; count < most; count += 1) {
      const refusal = await allowance.reserve(asker, { purpose, about }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal !== undefined) return { count, refusal };
    }
    return { count: most, refusal: undefined };
  };
  return { clock, store, quotas, trial, rates, allowance, send, ask };
};

describe('calls beside the replies', () => {
  test('are refused to somebody who sent nothing within the day', async () => {
    const { clock, send, ask } = setup();
    expect(await ask(ann, 'title')).toMatchObject({
      count: 0,
      refusal: {
        kind: 'limit_reached',
        code: 'USAGE_LIMIT_EXCEEDED',
        details: { rule: 'follow-up-message', limit: 0, resetsAt: TOMORROW },
      },
    });
    await send('user:bob');
    expect((await ask(ann, 'title')).count).toBe(0);
    await send();
    expect((await ask(ann, 'title', { most: 1 })).count).toBe(1);
    await clock.advance(25 * HOUR_MS);
    expect((await ask(ann, 'title')).count).toBe(0);
  });

  test('have a few of each kind for each message, and the next message brings as many', async () => {
    const { send, ask } = setup();
    await send();
    for (const purpose of ['title', 'related-questions', 'synthesis'] as const) {
      expect(await ask(ann, purpose)).toMatchObject({
        count: MAX_FOLLOW_UPS_PER_MESSAGE,
        refusal: { details: { rule: 'follow-up-message', limit: 2, used: 2 } },
      });
    }
    await send();
    expect((await ask(ann, 'title')).count).toBe(MAX_FOLLOW_UPS_PER_MESSAGE);
  });

  test('belong to the message that is named, and are counted with it over midnight', async () => {
    const { clock, store, send, ask } = setup();
    const { key, id: chatId } = await new InMemoryChatRepository(store).create(aChat());
    await send('user:ann', { chatKey: key, messageId: 'm2' });
    await send('user:ann', { chatKey: key, messageId: 'm4' });
    const about = { chatId, messageId: 'm2' };
    expect((await ask(ann, 'title', { about })).count).toBe(2);
    expect((await ask(ann, 'title')).count).toBe(2); // those of the newest
    await clock.advance(13 * HOUR_MS);
    expect((await ask(ann, 'title', { about })).count).toBe(0);
  });

  test('are atomic: of many at once no more than the limit pass, and a refused one costs nothing', async () => {
    const { send, allowance, quotas } = setup();
    await send();
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, () => allowance.reserve(ann, { purpose: 'synthesis' })),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_FOLLOW_UPS_PER_MESSAGE);
    expect(await quotas.getUsed('follow-ups:ann', '2026-01-15')).toBe(MAX_FOLLOW_UPS_PER_MESSAGE);
  });

  test('have a limit a day by plan', async () => {
    const { send, ask } = setup();
    const all = async (asker: Requester) => {
      let count = 0;
      for (;;) {
        await send();
        const { count: more, refusal } = await ask(asker, 'related-questions', { most: 2 });
        count += more;
        if (refusal !== undefined) return { count, refusal };
      }
    };
    const [free, basic] = [60, 1000];
    expect(await all(ann)).toMatchObject({
      count: free,
      refusal: { details: { rule: 'follow-up-daily', limit: free, used: free, resetsAt: TOMORROW } },
    });
    expect(await all({ ...ann, tier: 'basic' })).toMatchObject({ count: basic - free });
  });

  test('have a limit of the day that an admin sets', async () => {
    const { send, ask, rates } = setup();
    const { subscriptions, ...rest } = await rates.current();
    const daily = { ...subscriptions.free.daily, followUps: 1 };
    await rates.change({ ...rest, subscriptions: { ...subscriptions, free: { ...subscriptions.free, daily } } });
    await send();
    expect(await ask(ann, 'title', { most: 2 })).toMatchObject({
      count: 1,
      refusal: { details: { rule: 'follow-up-daily', limit: 1 } },
    });
  });

  test('are given back when they came to nothing', async () => {
    const { send, allowance, ask } = setup();
    await send();
    await allowance.settle(await allowance.reserve(ann, { purpose: 'title' }), 'refunded');
    expect((await ask(ann, 'title')).count).toBe(2);
  });

  test('count nothing for an admin who acts as a tier', async () => {
    const { ask, quotas } = setup();
    expect((await ask({ ...ann, isAdmin: true, override: 'free' }, 'title', { most: 50 })).count).toBe(50);
    expect(await quotas.getUsed('follow-ups:ann', '2026-01-15')).toBe(0);
  });

  test('of visitors belong to their session; an address has twice the trial’s messages of each kind', async () => {
    const { send, ask, trial } = setup();
    expect((await ask(visitor('s0'), 'synthesis')).count).toBe(0);
    for (const session of ['s1', 's2', 's3', 's4']) await send(`visitor:${session}`);
    const counts = [];
    for (const session of ['s1', 's2', 's3', 's4']) counts.push((await ask(visitor(session), 'synthesis')).count);
    expect(counts).toEqual([2, 2, 2, 0]);
    expect((await ask(visitor('s4'), 'related-questions')).count).toBe(2);
    await trial.change(aTrialConfig({ freemiumUnauth: false }));
    expect((await ask(visitor('s4', 'a2'), 'synthesis')).refusal).toMatchObject({ kind: 'unauthenticated' });
  });

  test('of an account may follow the messages of the trial that was carried into it', async () => {
    const { send, ask } = setup();
    await send('visitor:s1');
    expect((await ask(ann, 'title')).count).toBe(0);
    expect((await ask(ann, 'title', { about: { trialOwner: 'visitor:s1' } })).count).toBe(2);
  });
});
