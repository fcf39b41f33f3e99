import { fileClasses } from '../../src/contract/file-classes.ts';

/** What the page tells about its use: names, kinds and numbers, never a text. */
export type PageEvent =
  | { readonly name: 'chat_message'; readonly mode: string; readonly tier: string }
  | { readonly name: 'sign_in'; readonly method: 'email' | 'phone' | 'google'; readonly tier: string }
  | { readonly name: 'freemium_trial'; readonly mode: string; readonly used: number }
  | { readonly name: 'file_upload'; readonly type: string; readonly size: string }
  | { readonly name: 'error'; readonly code: string };

type Sink = (event: PageEvent) => void;

/** What other scripts on the page may listen to. */
export const PAGE_EVENT = 'parley:analytics';

/** The reader's browser asks that nobody counts. */
export const isUncounted = (browser: Navigator = navigator): boolean => {
  const said: unknown[] = [
    browser.doNotTrack,
    'globalPrivacyControl' in browser ? browser.globalPrivacyControl : undefined,
  ];
  return said.includes('1') || said.includes(true);
};

const listOf = (): unknown[] => {
  const known: unknown = Reflect.get(window, 'dataLayer');
  if (Array.isArray(known)) return known;
  const made: unknown[] = [];
  Reflect.set(window, 'dataLayer', made);
  return made;
};

/** The default: an entry of `window.dataLayer` and a DOM event. Both stay in the browser until the operator's own script takes them. */
const pageSink: Sink = ({ name, ...facts }) => {
  listOf().push({ event: name, ...facts });
  window.dispatchEvent(new CustomEvent(PAGE_EVENT, { detail: { name, ...facts } }));
};

let sink: Sink = pageSink;

/** Sends events elsewhere; null brings the default back. */
export const setAnalyticsSink = (next: Sink | null): void => {
  sink = next ?? pageSink;
};

/** Tells an event, unless the browser objects. A sink that fails harms nobody. */
export const tellUse: Sink = (event) => {
  if (isUncounted()) return;
  try {
    sink(event);
  } catch {
    // Whoever counts must not break what is counted.
  }
};

/** Tells that a file was uploaded, by classes of type and size. */
export const tellUpload = (file: Pick<File, 'type' | 'size'>): void =>
  tellUse({ name: 'file_upload', ...fileClasses(file) });
