import { eventually } from '../../product/client.ts';

/** One tab of a real browser, in a profile of its own. An element is the first that an XPath finds and can be seen. */
export interface Tab {
  open(url: string): Promise<void>;
  /** With the pointer, once the element is there. */
  click(element: string): Promise<void>;
  /** Key by key into what has the focus; special keys are those of `KEYS`. */
  type(text: string): Promise<void>;
  /** With Control held. */
  shortcut(key: string): Promise<void>;
  /** Gives a file to a field for files, which need not be seen. */
  chooseFile(field: string, path: string): Promise<void>;
  /** The input method composes a character, and Enter ends that: what it composed. */
  compose(): Promise<string>;
  /** The PDF of the page; undefined where the browser prints nothing by command. */
  print(): Promise<Uint8Array | undefined>;
  resize(width: number, height: number): Promise<void>;
  /** What the body of a function returns in the page; a promise is awaited. */
  evaluate(body: string): Promise<unknown>;
  /** Until an expression of the page holds. */
  wait(expression: string): Promise<void>;
  /** Errors and breaches of the CSP in the page that is open. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A real browser. */
export interface Browser {
  /** Where downloads go. */
  readonly downloads: string;
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** As WebDriver writes them, classic and BiDi. */
export const KEYS = {
  enter: '\uE007',
  escape: '\uE00C',
  control: '\uE009',
  shift: '\uE008',
} as const;

/** Keys that are pressed one after another, the held ones around them. */
export const keyActions = (text: string, held: readonly string[] = []) => [
  ...held.map((value) => ({ type: 'keyDown', value })),
  ...Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
  ...held.toReversed().map((value) => ({ type: 'keyUp', value })),
];

/** The page notes what the console would tell. */
export const NOTE_FAULTS = `
  if (window !== window.top || window.noted) return;
  window.noted = [];
  addEventListener('error', ({ message }) => noted.push(message));
  addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    noted.push('CSP: ' + event.effectiveDirective + ' ' + event.blockedURI + ' in ' + event.sourceFile));`;

/**
 * The body of a function of an element: whether the pointer reaches it. It does not below a modal dialog, in what is
 * inert, outside of the window, under something else, or where the element has just been and is no more.
 */
export const IS_WITHIN_REACH = `
  const dialog = document.querySelector('dialog:modal');
  if (!element.checkVisibility() || element.closest('[inert]') || (dialog && !dialog.contains(element))) return false;
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const frame = () => new Promise(requestAnimationFrame);
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const before = place();
  await frame();
  await frame();
  if (place() !== before) return false;
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));`;

/** Machines that run several browsers are slow. */
const PATIENCE_MS = 60_000;

/** Until it does not fail any more. */
export const patiently = <T>(action: () => Promise<T>): Promise<T> => eventually(action, PATIENCE_MS);
