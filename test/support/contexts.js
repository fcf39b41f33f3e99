import { AsyncLocalStorage } from 'node:async_hooks';

const begun = new Set();
const { run } = AsyncLocalStorage.prototype;

/** What Jest tells of the test or hook that it runs. */
const isOfJest = (store) => store?.test?.type === 'test' || store?.describeBlock?.type === 'describeBlock';

/**
 * Jest runs its tests and hooks one after the other, and asks which one runs to name it with an error that nobody
 * caught. It keeps that in an async context, for which Node 20 tracks every promise: a variable is enough.
 */
const runInTurn = (context, store, work) => {
  const before = context.getStore();
  context.getStore = () => store;
  const end = () => {
    context.getStore = () => before;
  };
  return work().finally(end);
};

AsyncLocalStorage.prototype.run = function begin(store, work, ...input) {
  if (isOfJest(store)) return runInTurn(this, store, work);
  begun.add(this);
  return run.call(this, store, work, ...input);
};

/** Disables async contexts that a finished test file left on: Node 20 reports every promise to all enabled ones. */
export const endContexts = () => {
  for (const context of begun) context.disable();
  begun.clear();
};
