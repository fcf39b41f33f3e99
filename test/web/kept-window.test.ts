import { JSDOM, type DOMWindow } from 'jsdom';

import { KeptWindow, listenersOf } from '../support/kept-window.js';

/** What shows of a page, and what its code can ask of the window. */
const stateOf = (window: DOMWindow) => ({
  html: window.document.documentElement.outerHTML,
  nodes: window.document.childNodes.length,
  focused: window.document.activeElement?.localName,
  selections: window.getSelection()?.rangeCount,
  cookies: window.document.cookie,
  stored: [window.localStorage.length, window.sessionStorage.length],
  address: window.location.href,
  visits: window.history.length,
  state: window.history.state as unknown,
  errorListeners: listenersOf(window, 'error').length,
  hasAdded: Reflect.has(window, 'added'),
  width: window.innerWidth,
  language: window.navigator.language,
  isVisible: window.document.visibilityState,
  canCopy: Reflect.has(window.navigator, 'clipboard'),
  random: window.Math.random,
  focus: window.HTMLElement.prototype.focus,
  time: window.Date.now,
  Image: window.Image,
});

/** Replaces what tests replace. */
const patch = (window: DOMWindow) => {
  Object.defineProperty(window, 'innerWidth', { value: 390 });
  Object.defineProperty(window.navigator, 'language', { value: 'ja', configurable: true });
  Object.defineProperty(window.navigator, 'clipboard', { value: {}, configurable: true });
  Object.defineProperty(window.document, 'visibilityState', { value: 'hidden', configurable: true });
  Reflect.set(window, 'added', true);
  Reflect.set(window, 'Image', class {});
  window.Math.random = () => 0;
  window.HTMLElement.prototype.focus = () => undefined;
  window.Date.now = () => 0;
};

const fill = ({ document, getSelection, history, localStorage, sessionStorage }: DOMWindow) => {
  document.head.innerHTML = '<title>Left</title><style>p { color: red }</style>';
  document.body.innerHTML = '<main><input></main>';
  document.querySelector('input')?.focus();
  getSelection()?.selectAllChildren(document.body);
  document.body.className = 'left';
  document.documentElement.lang = 'ar';
  document.append(document.createComment('left'));
  document.cookie = 'left=1';
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  history.pushState({ left: true }, '', '/left#here');
};

let window: DOMWindow;
beforeEach(() => {
  ({ window } = new JSDOM('<!DOCTYPE html>', {
    pretendToBeVisual: true,
    runScripts: 'dangerously',
    url: 'http://localhost/',
  }));
});
afterEach(() => window.close());

test('a kept window is as it was, and nothing that was left in it runs', async () => {
  const { document } = window;
  const before = stateOf(window);
  const kept = new KeptWindow(window);
  const heard: string[] = [];
  const hear = (name: string) => () => void heard.push(name);
  fill(window);
  for (const target of [window, document, document.body]) target.addEventListener('storage', hear('listener'));
  window.addEventListener('error', hear('error'));
  window.onoffline = hear('handler of the window');
  document.documentElement.onclick = hear('handler of an element');
  new window.MutationObserver(hear('observer')).observe(document, { childList: true, subtree: true });
  window.setTimeout(hear('timeout'), 50);
  window.setInterval(hear('interval'), 50);
  window.setTimeout(hear('at once'), 0);
  patch(window);
  await kept.settle();
  expect(heard).toContain('at once');
  heard.splice(0);
  window.requestAnimationFrame(hear('frame'));

  kept.restore();

  expect(stateOf(window)).toEqual(before);
  for (const target of [window, document, document.body]) target.dispatchEvent(new window.Event('storage'));
  window.dispatchEvent(new window.Event('offline'));
  document.documentElement.click();
  document.body.append('changed');
  await new Promise((done) => window.setTimeout(() => window.requestAnimationFrame(done), 60));
  expect(heard).toEqual([]);

  window.onoffline = hear('new handler');
  window.dispatchEvent(new window.Event('offline'));
  expect(heard).toEqual(['new handler']);
});
