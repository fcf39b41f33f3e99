/** The events of use: names, kinds and numbers, never a text. */
export type AnalyticsEvent =
  | { readonly name: 'chat_message'; readonly mode: string; readonly tier: string }
  | { readonly name: 'sign_in'; readonly method: 'email' | 'phone' | 'google' | 'provider'; readonly tier: string }
  | { readonly name: 'freemium_trial'; readonly mode: string; readonly used: number }
  | { readonly name: 'file_upload'; readonly type: string; readonly size: string }
  | { readonly name: 'error'; readonly code: string };

type Sink = (event: AnalyticsEvent) => void;

/** What other scripts on the page may listen to. */
export const ANALYTICS_EVENT = 'parley:analytics';

/** Whether the browser sends Do Not Track or Global Privacy Control. */
export const isTrackingDisabled = (browser: Navigator = navigator): boolean => {
  const signals: unknown[] = [
    browser.doNotTrack,
    'globalPrivacyControl' in browser ? browser.globalPrivacyControl : undefined,
  ];
  return signals.includes('1') || signals.includes(true);
};

const getDataLayer = (): unknown[] => {
  const existing: unknown = Reflect.get(window, 'dataLayer');
  if (Array.isArray(existing)) return existing;
  const created: unknown[] = [];
  Reflect.set(window, 'dataLayer', created);
  return created;
};

/**
 * The default: an entry of `window.dataLayer` and a DOM event. Both stay in the browser until the
 * operator's own script takes them.
 */
const defaultSink: Sink = ({ name, ...facts }) => {
  getDataLayer().push({ event: name, ...facts });
  window.dispatchEvent(new CustomEvent(ANALYTICS_EVENT, { detail: { name, ...facts } }));
};

let sink: Sink = defaultSink;

/** Sends events elsewhere; null brings the default back. */
export const setAnalyticsSink = (next: Sink | null): void => {
  sink = next ?? defaultSink;
};

/** Sends an event, unless the browser objects. A failing sink is ignored. */
export const trackEvent: Sink = (event) => {
  if (isTrackingDisabled()) return;
  try {
    sink(event);
  } catch {
    // Tracking must not break the page.
  }
};
