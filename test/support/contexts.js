import { AsyncLocalStorage } from 'node:async_hooks';

const begun = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function begin(...input) {
  begun.add(this);
  return run.apply(this, input);
};

/**
 * Ends what the test file that is over has begun. Jest's runner begins a context in each file and leaves it on, and
 * Node 20 tells every promise to all that are on: after some dozen files that took a tenth of a worker's time.
 */
export const endContexts = () => {
  for (const context of begun) context.disable();
  begun.clear();
};
