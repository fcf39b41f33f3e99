import type { LedgerEntry } from '../../src/domain/billing/ports.ts';
import type { ServerEventStore, TimedServerEvent, DailyUsage } from '../../src/domain/operations/ports.ts';
import { NOON } from '../support/builders.ts';

const DAY_MS = 86_400_000;

const anEvent = (more: Partial<TimedServerEvent> = {}): TimedServerEvent => ({
  kind: 'limit hit',
  level: 'info',
  uid: 'ann',
  detail: 'Refused',
  at: NOON,
  ...more,
});

/** What all ServerEventStores must do; ann has an account with the address ann@example.org. */
export const behavesLikeAServerEventStore = (name: string, create: () => Promise<ServerEventStore>): void => {
  describe(`${name}: the event log`, () => {
    const filled = async () => {
      const log = await create();
      await log.add([
        anEvent({ detail: 'one' }),
        anEvent({ detail: 'two', kind: 'admin change', uid: null, at: NOON + 1 }),
      ]);
      await log.add([
        anEvent({ detail: 'three', level: 'error', kind: 'provider error', uid: null, at: NOON + 2 }),
        anEvent({ detail: 'four', at: NOON + 3 }),
      ]);
      return log;
    };
    const details = (events: readonly { readonly detail: string }[]) => events.map(({ detail }) => detail);

    test('tells the newest first, whole, with a masked address', async () => {
      const log = await filled();
      const all = await log.list({ limit: 9 });
      expect(details(all)).toEqual(['four', 'three', 'two', 'one']);
      expect(all[0]).toEqual({
        ...anEvent({ detail: 'four', at: NOON + 3 }),
        id: expect.any(String),
        maskedEmail: 'a•••@example.org',
      });
      expect(all[2]).toEqual(expect.objectContaining({ uid: null, maskedEmail: null }));
    });

    test('tells those of one kind or level, before or after another, and no more than asked for', async () => {
      const log = await filled();
      const [four, three] = await log.list({ limit: 2 });
      expect(details(await log.list({ limit: 9, kind: 'limit hit' }))).toEqual(['four', 'one']);
      expect(details(await log.list({ limit: 9, level: 'error' }))).toEqual(['three']);
      expect(details(await log.list({ limit: 9, since: three?.id }))).toEqual(['four']);
      expect(details(await log.list({ limit: 9, before: three?.id }))).toEqual(['two', 'one']);
      expect(await log.list({ limit: 9, since: four?.id })).toEqual([]);
    });

    test('tells those whose detail has a text, and those of a person, in pages', async () => {
      const log = await filled();
      expect(details(await log.list({ limit: 9, text: ' T' }))).toEqual(['three', 'two']);
      expect(details(await log.list({ limit: 9, text: '%' }))).toEqual([]);
      expect(details(await log.list({ limit: 9, person: 'ANN@' }))).toEqual(['four', 'one']);
      expect(details(await log.list({ limit: 9, person: 'ann', text: 'on' }))).toEqual(['one']);
      expect(await log.list({ limit: 9, person: 'bob' })).toEqual([]);
      const [four] = await log.list({ limit: 1, person: 'ann' });
      expect(details(await log.list({ limit: 1, person: 'ann', before: four?.id }))).toEqual(['one']);
    });

    test('forgets what is old', async () => {
      const log = await filled();
      await log.sweep(NOON + 2);
      expect(details(await log.list({ limit: 9 }))).toEqual(['four', 'three']);
    });
  });
};

export const aLine = (id: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  owner: 'user:ann',
  purpose: 'reply',
  model: 'model-1',
  provider: 'groq',
  inputTokens: 10,
  outputTokens: 5,
  fileTokens: 4,
  estimated: false,
  costMicroUsd: 7,
  messages: 1,
  status: 'complete',
  at: NOON,
  ...more,
});

interface DailyUsageFixture {
  readonly usage: DailyUsage;
  readonly add: (lines: readonly LedgerEntry[]) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
}

/** What all DailyUsages must do. */
export const behavesLikeDailyUsage = (name: string, create: () => Promise<DailyUsageFixture>): void => {
  describe(`${name}: the ledger added up by day`, () => {
    test('loses old lines that are added up, some at a time, and no sum', async () => {
      const { usage, add, remove } = await create();
      await add([aLine('1'), aLine('2', { owner: 'user:bob' }), aLine('3'), aLine('4', { at: NOON + DAY_MS })]);
      const [nextDay, theDayAfter] = [NOON + DAY_MS, NOON + 2 * DAY_MS];
      expect(await usage.removeBefore(theDayAfter, 2)).toBe(0); // none is added up
      await usage.rollUp(10);
      const before = await usage.getRange('2026-01-15', '2026-01-16');
      expect(await usage.removeBefore(NOON, 2)).toBe(0); // not before the day is over
      expect(await usage.removeBefore(nextDay, 2)).toBeGreaterThan(0);
      while ((await usage.removeBefore(nextDay, 2)) > 0);
      expect(await usage.getRange('2026-01-15', '2026-01-16')).toEqual(before);
      expect(await usage.countPeople('2026-01-15', '2026-01-15')).toMatchObject({ all: 0 });
      expect(await usage.countPeople('2026-01-16', '2026-01-16')).toMatchObject({ all: 1 });
      await remove(['1', '2', '3']); // there is nothing to take from the sums any more
      expect(await usage.getRange('2026-01-15', '2026-01-16')).toEqual(before);
    });

    test('counts each line once, by day and model, however many ask for it at the same time', async () => {
      const { usage, add } = await create();
      expect(await usage.hasPending()).toBe(false);
      await add([
        aLine('1'),
        aLine('2', { owner: 'user:bob', status: 'error', costMicroUsd: null }),
        aLine('3', { messages: 0, purpose: 'title' }),
        aLine('4', { model: 'model-2', owner: 'visitor:x' }),
        aLine('5', { at: NOON + DAY_MS }),
      ]);
      expect(await usage.hasPending()).toBe(true);
      const counts = await Promise.all([usage.rollUp(3), usage.rollUp(3), usage.rollUp(3)]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
      expect([await usage.hasPending(), await usage.rollUp(3)]).toEqual([false, 0]);
      const { models, people, peopleInAll } = await usage.getRange('2026-01-15', '2026-01-16');
      expect(models.toSorted((a, b) => (`${a.day}${a.model}` < `${b.day}${b.model}` ? -1 : 1))).toEqual([
        {
          day: '2026-01-15',
          model: 'model-1',
          messages: 2,
          inputTokens: 30,
          outputTokens: 15,
          fileTokens: 12,
          costMicroUsd: 14,
          pricedCalls: 2,
          errors: 1,
          limitHits: 0,
        },
        {
          day: '2026-01-15',
          model: 'model-2',
          messages: 1,
          inputTokens: 10,
          outputTokens: 5,
          fileTokens: 4,
          costMicroUsd: 7,
          pricedCalls: 1,
          errors: 0,
          limitHits: 0,
        },
        {
          day: '2026-01-16',
          model: 'model-1',
          messages: 1,
          inputTokens: 10,
          outputTokens: 5,
          fileTokens: 4,
          costMicroUsd: 7,
          pricedCalls: 1,
          errors: 0,
          limitHits: 0,
        },
      ]);
      expect(people.toSorted((a, b) => (a.day < b.day ? -1 : 1))).toEqual([
        { day: '2026-01-15', people: 2 },
        { day: '2026-01-16', people: 1 },
      ]);
      expect(peopleInAll).toBe(2);
    });

    test('counts a person once a day, adds to what is there, and tells only the days asked for', async () => {
      const { usage, add } = await create();
      await add([aLine('1')]);
      await usage.rollUp(10);
      await add([aLine('2'), aLine('3', { at: NOON - DAY_MS, owner: 'user:bob' })]);
      await usage.rollUp(10);
      const { models, people, peopleInAll } = await usage.getRange('2026-01-15', '2026-01-15');
      expect(models.map(({ messages }) => messages)).toEqual([2]);
      expect([people, peopleInAll]).toEqual([[{ day: '2026-01-15', people: 1 }], 1]);
    });

    test('what is taken out of the ledger is taken out of its sums, if it was in them', async () => {
      const { usage, add, remove } = await create();
      await add([aLine('1'), aLine('2', { status: 'error', costMicroUsd: null })]);
      await usage.rollUp(10);
      await add([aLine('3')]);
      await remove(['2', '3']);
      await add([aLine('2')]);
      await usage.rollUp(10);
      const { models, people } = await usage.getRange('2026-01-15', '2026-01-15');
      expect(models).toEqual([
        {
          day: '2026-01-15',
          model: 'model-1',
          messages: 2,
          inputTokens: 20,
          outputTokens: 10,
          fileTokens: 8,
          costMicroUsd: 14,
          pricedCalls: 2,
          errors: 0,
          limitHits: 0,
        },
      ]);
      expect(people).toEqual([{ day: '2026-01-15', people: 1 }]);
    });

    test('counts refusals beside, with or without other use of that model', async () => {
      const { usage, add } = await create();
      await add([aLine('1')]);
      await usage.rollUp(10);
      await usage.addLimitHits([
        { day: '2026-01-15', model: 'model-1', hits: 2 },
        { day: '2026-01-15', model: 'model-9', hits: 1 },
      ]);
      await usage.addLimitHits([{ day: '2026-01-15', model: 'model-1', hits: 3 }]);
      const { models } = await usage.getRange('2026-01-15', '2026-01-15');
      expect(
        models
          .toSorted((a, b) => (a.model < b.model ? -1 : 1))
          .map(({ model, messages, limitHits }) => [model, messages, limitHits]),
      ).toEqual([
        ['model-1', 1, 5],
        ['model-9', 0, 1],
      ]);
    });
  });
};
