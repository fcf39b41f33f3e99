import { TestEnvironment } from 'jest-environment-jsdom';

import { endContexts } from '../support/contexts.js';
import { forgetJest } from '../support/forget-jest.js';
import { KeptWindow, listenersOf } from '../support/kept-window.js';

/** jsdom hides what Node has: the page's code uses fetch and streams, so its tests get Node's own. */
const OF_NODE = [
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
];

const kept = new Map();

/** One window per worker (ADR 95): the modules that test/web/page-runtime.cjs keeps run in it. */
export default class PageEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { id } = config.projectConfig;
    const known = kept.get(id);
    if (known) {
      known.begin(context);
      return known;
    }
    super(config, context);
    this.testPath = context.testPath;
    for (const name of OF_NODE) this.global[name] = globalThis[name];
    // A watcher runs changed modules again, in this same process.
    this.isKept = !config.globalConfig.watch && !config.globalConfig.watchAll;
    if (!this.isKept) return;
    this.id = id;
    kept.set(id, this);
    this.reportErrors();
    this.watchFakeTimers();
    this.page = new KeptWindow(this.global);
  }

  begin({ console, testPath }) {
    this.testPath = testPath;
    this.logTo(console);
  }

  logTo(console) {
    this.dom.virtualConsole
      .removeAllListeners()
      .sendTo(console, { omitJSDOMErrors: true })
      .on('jsdomError', (error) => console.error(error));
  }

  /** Jest counts listeners as they are added and removed. Here they also go at the end of a file. */
  reportErrors() {
    const { global } = this;
    Reflect.deleteProperty(global, 'addEventListener');
    Reflect.deleteProperty(global, 'removeEventListener');
    global.removeEventListener('error', this.errorEventListener);
    this.errorEventListener = ({ error }) => {
      if (error && listenersOf(global, 'error').length === 1) process.emit('uncaughtException', error);
    };
    global.addEventListener('error', this.errorEventListener);
  }

  watchFakeTimers() {
    for (const timers of [this.fakeTimers, this.fakeTimersModern]) {
      const begin = timers.useFakeTimers.bind(timers);
      timers.useFakeTimers = (...args) => {
        this.onFakeTimers();
        begin(...args);
      };
    }
  }

  /** A test that failed may go on after its time limit: the next file gets a window of its own. */
  handleTestEvent({ name }) {
    if (/failure|^error$/.test(name)) kept.delete(this.id);
  }

  async teardown() {
    if (kept.get(this.id) === this) await this.restore();
    else await super.teardown();
    endContexts();
  }

  async restore() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    await this.page.settle();
    await this.linked();
    this.forgetFile();
    forgetJest(this.global);
    this.page.restore();
    if (this.canDraw()) return;
    kept.delete(this.id);
    process.stderr.write(`React draws nothing after ${this.testPath}: the next file gets a window of its own\n`);
  }

  /** An act() that a file began and never awaited holds back all that React would draw after it. */
  canDraw() {
    const { react, client } = this.loadedReact();
    if (!react || !client) return true;
    const element = this.global.document.createElement('p');
    this.global.IS_REACT_ACT_ENVIRONMENT = true;
    const root = client.createRoot(element);
    react.act(() => root.render('drawn'));
    const { textContent } = element;
    react.act(() => root.unmount());
    Reflect.deleteProperty(this.global, 'IS_REACT_ACT_ENVIRONMENT');
    return textContent === 'drawn';
  }
}
