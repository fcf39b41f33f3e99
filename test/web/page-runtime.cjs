// Packages, the code of src and the messages are linked and run once per worker, in the window that
// test/web/environment.js keeps (ADR 95). Modules of web/ are each file's own, as those of test/ are: they hold stores,
// the language, and parts that were loaded.
const { join } = require('node:path');

const SharedRuntime = require('../support/shared-runtime.cjs');

/** Packages with a page's state at their top (stores, listeners), or that set up Jest or React while they load. */
const HAS_STATE = /\/node_modules\/(?:@reduxjs\/toolkit|@testing-library|react-redux|wouter)\//;

const REACT = /\/node_modules\/react\/index\.js$/;
const REACT_CLIENT = /\/node_modules\/react-dom\/client\.js$/;

const evaluatedIn = ({ esModuleRegistry, moduleRegistry }) =>
  new Set([
    ...[...esModuleRegistry].filter(([, { status }]) => status === 'evaluated').map(([key]) => key),
    ...[...moduleRegistry].filter(([, { loaded }]) => loaded).map(([key]) => key),
  ]);

module.exports = class PageRuntime extends SharedRuntime {
  constructor(...args) {
    const [{ rootDir }, environment] = args;
    super(...args);
    this.isOfPage = SharedRuntime.within(join(rootDir, 'web'));
    this.isOfMessages = SharedRuntime.within(join(rootDir, 'web', 'messages'));
    if (!environment.isKept) return;
    environment.forgetFile = () => this.forgetFile();
    environment.linked = this.linked;
    environment.loadedReact = () => ({ react: this.exportsOf(REACT), client: this.exportsOf(REACT_CLIENT) });
    environment.onFakeTimers = () => this.rememberShareable();
  }

  begin(testPath) {
    super.begin(testPath);
    this.shareable = undefined;
  }

  isOfFile(key) {
    return super.isOfFile(key) || HAS_STATE.test(key) || (this.isOfPage(key) && !this.isOfMessages(key));
  }

  /** What a CommonJS module of this path exports, if it was loaded. */
  exportsOf(path) {
    const found = [...this.registries.moduleRegistry].find(([key, { loaded }]) => loaded && path.test(key));
    return found?.[1].exports;
  }

  /** A package that is loaded while timers are fake may keep them: only what was there before is shared. */
  rememberShareable() {
    this.shareable ??= evaluatedIn(this.registries);
  }

  /** The window goes first: its teardown waits for what the file's code still does. */
  teardown() {
    if (!this._environment.isKept) super.teardown();
  }

  forgetFile() {
    this.restoreAllMocks();
    super.forgetFile();
    this.rememberShareable();
    const { esModuleRegistry, moduleRegistry } = this.registries;
    for (const registry of [esModuleRegistry, moduleRegistry])
      for (const key of registry.keys()) if (!this.shareable.has(key)) registry.delete(key);
  }
};
module.exports.default = module.exports;
