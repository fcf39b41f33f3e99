/**
 * What runs first in the document of an artifact (ADR 84). The content policy closes the network; this closes what no
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
  // What is written piece by piece could begin a tag in one piece and end its name in the next.
  const unfinished = /<[^<\s/>]*$/;
  const factory: unknown = Reflect.get(window, 'trustedTypes');
  const createPolicy: unknown =
    typeof factory === 'object' && factory !== null ? Reflect.get(factory, 'createPolicy') : null;
  if (typeof createPolicy !== 'function') return;
  Reflect.apply(createPolicy, factory, [
    'default',
    {
      createHTML: (markup: string, _type: string, sink: string) =>
        inner.test(sink) || entity.test(markup) ? '' : markup.replace(elements, '<x-').replace(unfinished, ''),
      createScript: (script: string, _type: string, sink: string) => (evaluated.test(sink) ? null : script),
      createScriptURL: () => null,
    },
  ]);
  // The content policy allows no other one; libraries that find nothing to make theirs with do not try.
  Object.defineProperty(window, 'trustedTypes', { value: undefined, writable: false, configurable: false });
};

/** None of those elements can be made by a script. */
const refuseElements = (): void => {
  const forbidden = /(?:^|:)(?:iframe|frame|frameset|fencedframe|object|embed|link|portal)$/i;
  const { apply } = Reflect;
  const toText = String;
  for (const [owner, name, at] of [
    [Document.prototype, 'createElement', 0],
    [Document.prototype, 'createElementNS', 1],
    [DOMImplementation.prototype, 'createDocument', 1],
  ] as const) {
    const create: unknown = Reflect.get(owner, name);
    if (typeof create !== 'function') continue;
    const value = function (this: object, ...given: unknown[]): unknown {
      const tag = toText(given[at]);
      if (given[at] !== null) given[at] = forbidden.test(tag) ? 'x-removed' : tag;
      return apply(create, this, given);
    };
    Object.defineProperty(owner, name, { value, writable: false, configurable: false });
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
  // An artifact can replace every method, but not what was taken before.
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { matches, querySelectorAll, remove, attachShadow } = Element.prototype;
  const { observe } = MutationObserver.prototype;
  const addedNodesGetter = getOwnPropertyDescriptor(MutationRecord.prototype, 'addedNodes')?.get;
  const nodeTypeGetter = getOwnPropertyDescriptor(Node.prototype, 'nodeType')?.get;
  if (!addedNodesGetter || !nodeTypeGetter) return;
  const clean = (node: Node): void => {
    if (apply(nodeTypeGetter, node, []) !== 1) return;
    if (apply(matches, node, [names])) {
      apply(remove, node, []);
      return;
    }
    const found: NodeList = apply(querySelectorAll, node, [names]);
    for (let at = 0, each = found[at]; each; each = found[(at += 1)]) apply(remove, each, []);
  };
  // By index: an artifact can replace iterators, too.
  const observer = new MutationObserver((changes) => {
    for (let at = 0, change = changes[at]; change; change = changes[(at += 1)]) {
      const added: NodeList = apply(addedNodesGetter, change, []);
      for (let nth = 0, node = added[nth]; node; node = added[(nth += 1)]) clean(node);
    }
  });
  const watch = (root: Node): void => apply(observe, observer, [root, { childList: true, subtree: true }]);
  watch(document);
  Object.defineProperty(Element.prototype, 'attachShadow', {
    value(this: Element, init: ShadowRootInit) {
      const root: ShadowRoot = apply(attachShadow, this, [init]);
      watch(root);
      return root;
    },
    writable: false,
    configurable: false,
  });
};

/** A page that stops its own loading would never be drawn. */
const ignoreStop = (): void => {
  Object.defineProperty(window, 'stop', { value: () => undefined, writable: false, configurable: false });
};

const reportErrors = (): void => {
  const report = (message: string): void => window.parent.postMessage({ failed: message.slice(0, 300) }, '*');
  window.addEventListener('error', (event) => report(event.message));
  window.addEventListener('unhandledrejection', (event) => report(String(event.reason)));
};

/** The script that stands before everything of an artifact. */
export const GUARD_SCRIPT = [closePeers, filterMarkup, refuseElements, removeElements, ignoreStop, reportErrors]
  .map((part) => `(${part.toString()})();`)
  .join('');

/** The markup of an artifact with the same elements made harmless before anything reads it. */
export const defuseMarkup = (markup: string): string =>
  markup.replace(/<(?=(?:[^\s<>:/]+:)?(?:iframe|frame|frameset|fencedframe|object|embed|link|portal)\b)/gi, '<x-');
