import '@testing-library/jest-dom';

import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';

/** The message writes out the page: once, where somebody reads it, not for each attempt of a wait. */
const { getElementError } = getConfig();
const errorOfAttempt = (message: string | null, container: Element): Error => {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  const describe = () => getElementError(message, container).message;
  return Object.defineProperty(error, 'message', { get: describe, configurable: true });
};

configure({
  /** What is fetched on need comes late on a busy machine; a wait that succeeds costs nothing more. */
  asyncUtilTimeout: 15_000,
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? errorOfAttempt(message, container)
      : getElementError(message, container),
});

/**
 * In development React takes a stack trace with each element, up to ten thousand a second: here
 * it believes it has them.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });

/** jsdom lays nothing out. */
document.elementFromPoint = () => null;

/** jsdom knows the dialog element but not how to open it: enough of the standard for what the product relies on. */
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
  (this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>('input, button'))?.focus();
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};

/**
 * The page's style sheets are not loaded here, so elements of one kind look the same unless an
 * attribute says otherwise.
 * jsdom would match each of its own rules with each element, for every query by role.
 */
const computeStyle = window.getComputedStyle.bind(window);
const plainStyles = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = (element, pseudo) => {
  const isSpecial = element.localName === 'dialog' || element.hasAttribute('style') || element.hasAttribute('hidden');
  if (pseudo || isSpecial) return computeStyle(element, pseudo);
  const kind = `${element.localName} ${element.getAttribute('type') ?? ''}`;
  const known = plainStyles.get(kind) ?? computeStyle(element);
  plainStyles.set(kind, known);
  return known;
};

/**
 * The same answer as jsdom's, which asks every label of the page for its control for each query by label or role, while
 * each label walks the page to find it.
 */
const LABELABLE = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';
const controlOf = (label: HTMLLabelElement): Element | null =>
  label.hasAttribute('for') ? document.getElementById(label.htmlFor) : label.querySelector(LABELABLE);
const labels = {
  get(this: HTMLElement) {
    if (!this.matches(LABELABLE)) return null;
    const near = [...document.querySelectorAll('label')].filter((label) =>
      label.hasAttribute('for') ? label.htmlFor === this.id : label.contains(this),
    );
    return near.filter((label) => controlOf(label) === this);
  },
};
for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement])
  Object.defineProperty(prototype, 'labels', labels);

/** jsdom lays nothing out, texts included. */
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
Element.prototype.scrollIntoView = () => undefined;

/** jsdom draws nothing: as in a browser that cannot, what is drawn is left out. */
HTMLCanvasElement.prototype.getContext = () => null;

/** A browser turns Escape over an open dialog into its cancel event. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  open?.dispatchEvent(new Event('cancel', { cancelable: true }));
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  document.documentElement.removeAttribute('data-skin');
  window.history.replaceState(null, '', '/');
});
