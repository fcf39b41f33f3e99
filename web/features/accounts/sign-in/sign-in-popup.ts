import { openChannel } from '../../../lib/open-channel.ts';

/** What the popup's page posted: a Firebase token, a one-time code, or why there is none. */
export type PopupResult =
  | { readonly token: string }
  | { readonly code: string }
  | { readonly error: string; readonly reason: string };

const CHANNEL = 'parley-identity';
const POPUP_FEATURES = 'popup,width=480,height=680';
const CLOSED_POLL_INTERVAL_MS = 500;

const textOf = (data: object, field: string): string | null => {
  const value: unknown = Object.getOwnPropertyDescriptor(data, field)?.value;
  return typeof value === 'string' && value !== '' ? value : null;
};

const parseResult = (data: unknown): PopupResult | null => {
  if (typeof data !== 'object' || data === null || textOf(data, 'type') !== 'identity') return null;
  const [token, code, error] = [textOf(data, 'firebaseToken'), textOf(data, 'code'), textOf(data, 'error')];
  if (token !== null) return { token };
  if (code !== null) return { code };
  return error === null ? null : { error, reason: textOf(data, 'reason') ?? '' };
};

interface PopupListener {
  readonly onResult: (result: PopupResult) => void;
  /** The popup is closed or can no longer be observed; a result may still come. */
  readonly onClosed: () => void;
}

/**
 * Opens a provider's page in a popup and waits for its result, which comes over a BroadcastChannel because the
 * provider's pages cut the opener relation. Null if the browser blocks the popup or the channel. The returned
 * function ends the wait.
 */
export const openSignInPopup = (url: string, { onResult, onClosed }: PopupListener): (() => void) | null => {
  const channel = openChannel(CHANNEL);
  if (!channel) return null;
  const popup = window.open(url, 'parley-sign-in', POPUP_FEATURES);
  if (!popup) {
    channel.close();
    return null;
  }
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    onClosed();
  }, CLOSED_POLL_INTERVAL_MS);
  const close = (): void => {
    clearInterval(timer);
    channel.close();
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const result = parseResult(data);
    if (!result) return;
    close();
    popup.close();
    onResult(result);
  };
  return close;
};

/** The page of a sign-in provider. */
export const providerUrl = (id: string): string => `/api/auth/oidc/${encodeURIComponent(id)}/start`;
