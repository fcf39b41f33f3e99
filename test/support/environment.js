import { TestEnvironment } from 'jest-environment-node';

import { endContexts } from './contexts.js';

/** For tests that run in Node. */
export default class ServerEnvironment extends TestEnvironment {
  async teardown() {
    await super.teardown();
    endContexts();
  }
}
