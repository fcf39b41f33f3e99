import utils from 'jsdom/lib/jsdom/living/generated/utils.js';

const { ctorRegistrySymbol, implForWrapper } = utils;

const isSame = (one, other) =>
  other !== undefined &&
  Object.is(one.value, other.value) &&
  one.get === other.get &&
  one.set === other.set &&
  one.writable === other.writable &&
  one.enumerable === other.enumerable;

const descriptorsOf = (target, keys = Reflect.ownKeys(target)) =>
  new Map(keys.map((key) => [key, Object.getOwnPropertyDescriptor(target, key)]).filter(([, found]) => found));

/** A window of Node's vm does not list what was defined in it before it became a context and cannot be enumerated. */
const keysOf = (window) => [
  ...new Set([
    ...Reflect.ownKeys(window),
    ...Object.keys(window[ctorRegistrySymbol]),
    ...['Audio', 'HTMLDocument', 'Image', 'Option', 'Window'],
  ]),
];

const OBJECTS = [
  'JSON',
  'Math',
  'Reflect',
  'crypto',
  'external',
  'history',
  'location',
  'navigator',
  'performance',
  'screen',
];

/** Every object whose properties a test or a package may replace: globals, interfaces, and their prototypes. */
const propertiesIn = (window) => {
  const { Intl, document, process } = window;
  const { body, documentElement, head } = document;
  const ofWindow = descriptorsOf(window, keysOf(window));
  const found = new Set([document, documentElement, head, body, Intl, process, process?.env]);
  for (const name of OBJECTS) found.add(window[name]);
  for (const { value } of [...ofWindow.values(), ...descriptorsOf(Intl).values()]) {
    if (typeof value !== 'function') continue;
    found.add(value).add(value.prototype);
  }
  const objects = [...found].filter((object) => Object(object) === object);
  return new Map([[window, ofWindow], ...objects.map((object) => [object, descriptorsOf(object)])]);
};

const setBack = (target, atFirst) => {
  for (const key of Reflect.ownKeys(target)) if (!atFirst.has(key)) Reflect.deleteProperty(target, key);
  for (const [key, was] of atFirst)
    if (!isSame(was, Object.getOwnPropertyDescriptor(target, key))) Reflect.defineProperty(target, key, was);
};

export const listenersOf = (window, type) => implForWrapper(window)._eventListeners[type] ?? [];

const allListeners = (impl) =>
  new Map(Object.entries(impl._eventListeners).map(([type, listeners]) => [type, [...listeners]]));

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A window that can be set back to how it is now, whatever a test file does in it. */
export class KeptWindow {
  constructor(window) {
    this.window = window;
    this.longTimers = new Set();
    this.noteLongTimers();
    this.properties = propertiesIn(window);
    const { body, documentElement, head } = window.document;
    this.elements = [documentElement, head, body];
    this.document = implForWrapper(window.document);
    this.targets = [window, window.document, ...this.elements].map(implForWrapper);
    this.listeners = new Map(this.targets.map((target) => [target, allListeners(target)]));
  }

  /** Those that are due at once end by themselves. React's scheduler is shared and needs its own. */
  noteLongTimers() {
    const { window, longTimers } = this;
    const { setInterval, setTimeout } = window;
    const noting =
      (set) =>
      (handler, wait, ...args) => {
        const id = set(handler, wait, ...args);
        if (set === setInterval || wait > 0) longTimers.add(id);
        return id;
      };
    window.setTimeout = noting(setTimeout);
    window.setInterval = noting(setInterval);
  }

  /** Lets what is due at once happen while the page still stands. */
  async settle() {
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }

  restore() {
    for (const [target, atFirst] of this.properties) setBack(target, atFirst);
    this.stopTimers();
    this.restoreTargets();
    this.restoreDocument();
    this.restoreSession();
  }

  stopTimers() {
    const { window } = this;
    for (const id of this.longTimers) window.clearTimeout(id);
    this.longTimers.clear();
    const last = window.requestAnimationFrame(() => undefined);
    for (let id = this.lastFrame ?? 1; id <= last; id += 1) window.cancelAnimationFrame(id);
    this.lastFrame = last;
  }

  restoreTargets() {
    for (const target of this.targets) {
      target._eventListeners = Object.create(null);
      for (const [type, listeners] of this.listeners.get(target)) target._eventListeners[type] = [...listeners];
      target._registeredObserverList = [];
    }
    for (const owner of [this.window, ...this.targets]) {
      owner._registeredHandlers?.clear();
      for (const type of Object.keys(owner._eventHandlers ?? {})) Reflect.deleteProperty(owner._eventHandlers, type);
    }
  }

  restoreDocument() {
    const { document } = this.window;
    const [html, head, body] = this.elements;
    document.getSelection().removeAllRanges();
    head.replaceChildren();
    body.replaceChildren();
    html.replaceChildren(head, body);
    for (const node of [...document.childNodes]) if (node !== document.doctype && node !== html) node.remove();
    for (const element of this.elements) for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }

  restoreSession() {
    const { history, localStorage, sessionStorage, _sessionHistory: visits } = this.window;
    history.replaceState(null, '', '/');
    visits.clearHistoryTraversalTasks();
    visits._entries = [visits.currentEntry];
    visits._currentIndex = 0;
    this.document._cookieJar.removeAllCookiesSync();
    localStorage.clear();
    sessionStorage.clear();
  }
}
