import { TestEnvironment } from 'jest-environment-node';

import { endContexts } from './contexts.js';

/** For what runs in Node. */
export default class ServerEnvironment extends TestEnvironment {
  async teardown() {
    await super.teardown();
    endContexts();
  }
}
