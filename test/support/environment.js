import { TestEnvironment } from 'jest-environment-node';

import { endContexts } from './contexts.js';
import { forgetJest } from './forget-jest.js';

/** The test files that share modules (ADR 81). The others are few. */
const SHARES =
  /\/test\/(?:adapters|domain|platform|shared|contract|vendors|docs|messages|scripts|fakes|product|process|e2e)\//;

const kept = new Map();

/**
 * For tests that run in Node. One per worker where test/support/shared-runtime.cjs keeps modules,
 * which run in its context.
 */
export default class ServerEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { id } = config.projectConfig;
    const isShared = SHARES.test(context.testPath);
    const known = isShared ? kept.get(id) : undefined;
    if (known) return known;
    super(config, context);
    // A watcher runs changed modules again, in this same process.
    this.isKept = isShared && !config.globalConfig.watch && !config.globalConfig.watchAll;
    if (!this.isKept) return;
    kept.set(id, this);
    const { process } = this.global;
    this.atFirst = {
      env: { ...process.env },
      exit: process.exit,
      globals: Object.entries(Object.getOwnPropertyDescriptors(this.global)).filter(([, was]) => was.configurable),
    };
  }

  /** For what a test prints after it failed. */
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasTestFailed = false;
    if (name === 'test_fn_failure') this.global.hasTestFailed = true;
  }

  async teardown() {
    if (this.isKept) this.restore();
    else await super.teardown();
    endContexts();
  }

  restore() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    const { global } = this;
    forgetJest(global);
    const { env, exit, globals } = this.atFirst;
    for (const [name, was] of globals)
      if (Object.getOwnPropertyDescriptor(global, name)?.value !== was.value || was.get)
        Object.defineProperty(global, name, was);
    for (const name of Object.keys(global.process.env))
      if (!(name in env)) Reflect.deleteProperty(global.process.env, name);
    Object.assign(global.process.env, env);
    global.process.exit = exit;
  }
}
