/**
 * What runs first in the document of an artifact (ADR 88). The content policy closes the network; this closes what no
 * policy covers: WebRTC, and the hints that make a browser look a host up or connect to it. A document within the
 * document would have fresh copies of all, so there can be none: markup loses those elements on its way in (trusted
 * types), none can be made, and what comes otherwise is removed before it can load.
 *
 * Each function becomes text and runs in another world: it can name nothing outside itself. What is needed later is
 * taken before the artifact can change it.
 */

/** Takes away what reaches the network past the policy. */
const closePeers = (): void => {
  const world: object = window;
  const names = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'XSLTProcessor'];
  for (const name of names)
    Object.defineProperty(world, name, { value: undefined, writable: false, configurable: false });
};

/** Every text that becomes markup loses what would be a document of its own, or a hint. */
const filterMarkup = (): void => {
  // The filter must go on meaning what it says.
  Object.freeze(RegExp.prototype);
  Object.freeze(String.prototype);
  const elements = /<(?=(?:[^\s<>:/]+:)?(?:iframe|frame|frameset|fencedframe|object|embed|link|portal)\b)/gi;
  const entity = /<!entity/i;
  const evaluated = /eval|Function/i;
  const inner = /srcdoc/i;
  const factory: unknown = Reflect.get(window, 'trustedTypes');
  const createPolicy: unknown =
    typeof factory === 'object' && factory !== null ? Reflect.get(factory, 'createPolicy') : null;
  if (typeof createPolicy !== 'function') return;
  Reflect.apply(createPolicy, factory, [
    'default',
    {
      createHTML: (markup: string, _type: string, sink: string) =>
        inner.test(sink) || entity.test(markup) ? '' : markup.replace(elements, '<x-'),
      createScript: (script: string, _type: string, sink: string) => (evaluated.test(sink) ? null : script),
      createScriptURL: () => null,
    },
  ]);
};

/** None of those elements can be made by a script. */
const refuseElements = (): void => {
  const forbidden = /(?:^|:)(?:iframe|frame|frameset|fencedframe|object|embed|link|portal)$/i;
  const { apply } = Reflect;
  const toText = String;
  for (const [name, at] of [
    ['createElement', 0],
    ['createElementNS', 1],
  ] as const) {
    const create: unknown = Reflect.get(Document.prototype, name);
    if (typeof create !== 'function') continue;
    const value = function (this: Document, ...given: unknown[]): unknown {
      const tag = toText(given[at]);
      given[at] = forbidden.test(tag) ? 'x-removed' : tag;
      return apply(create, this, given);
    };
    Object.defineProperty(Document.prototype, name, { value, writable: false, configurable: false });
  }
  // A class can extend an element that no script may make.
  const { define } = CustomElementRegistry.prototype;
  Object.defineProperty(CustomElementRegistry.prototype, 'define', {
    value(this: CustomElementRegistry, name: string, made: CustomElementConstructor) {
      apply(define, this, [name, made]);
    },
    writable: false,
    configurable: false,
  });
};

/** What is in the document all the same goes before it can load: a task of the browser comes after this. */
const removeElements = (): void => {
  const names = 'iframe,frame,fencedframe,object,embed,link';
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(names)) node.remove();
        else for (const inner of node.querySelectorAll(names)) inner.remove();
      }
  });
  const watch = (root: Node): void => observer.observe(root, { childList: true, subtree: true });
  watch(document);
  const { apply } = Reflect;
  const attach = Element.prototype.attachShadow;
  Object.defineProperty(Element.prototype, 'attachShadow', {
    value(this: Element, init: ShadowRootInit) {
      const root = apply(attach, this, [init]);
      watch(root);
      return root;
    },
    writable: false,
    configurable: false,
  });
};

const reportErrors = (): void => {
  const report = (message: string): void => window.parent.postMessage({ failed: message.slice(0, 300) }, '*');
  window.addEventListener('error', (event) => report(event.message));
  window.addEventListener('unhandledrejection', (event) => report(String(event.reason)));
};

/** The script that stands before everything of an artifact. */
export const GUARD_SCRIPT = [closePeers, filterMarkup, refuseElements, removeElements, reportErrors]
  .map((part) => `(${part.toString()})();`)
  .join('');

/** The markup of an artifact with the same elements made harmless before anything reads it. */
export const defuseMarkup = (markup: string): string =>
  markup.replace(/<(?=(?:[^\s<>:/]+:)?(?:iframe|frame|frameset|fencedframe|object|embed|link|portal)\b)/gi, '<x-');
