import { AsyncLocalStorage } from 'node:async_hooks';

const begun = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function begin(...input) {
  begun.add(this);
  return run.apply(this, input);
};

/**
 * Disables async contexts that a finished test file left on. Jest enables one per file, and Node 20 reports every
 * promise to all enabled ones: after some dozen files that took a tenth of a worker's time.
 */
export const endContexts = () => {
  for (const context of begun) context.disable();
  begun.clear();
};
