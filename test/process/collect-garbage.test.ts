import { collectGarbage } from '../../src/process/collect-garbage.ts';

test('what nothing refers to is gone afterwards', async () => {
  const held = { text: 'held' };
  const kept = new WeakRef(held);
  const dropped = (() => new WeakRef({ text: 'dropped' }))();
  await collectGarbage();
  expect([kept.deref(), dropped.deref()]).toEqual([held, undefined]);
});
