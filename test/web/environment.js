import { TestEnvironment } from 'jest-environment-jsdom';

import { endContexts } from '../support/contexts.js';

/** jsdom hides what Node has: the page's code uses fetch and streams, so its tests get Node's own. */
export default class PageEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'ReadableStream',
      'TransformStream',
      'TextEncoder',
      'TextDecoder',
      'AbortController',
      'AbortSignal',
      'structuredClone',
    ]) {
      this.global[name] = globalThis[name];
    }
  }

  async teardown() {
    await super.teardown();
    endContexts();
  }
}
