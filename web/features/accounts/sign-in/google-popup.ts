/** What the identity page says when it is done: a token for the server, or why there is none. */
export type IdentityResult = { readonly token: string } | { readonly error: string };

const CHANNEL = 'parley-identity';
const POPUP_FEATURES = 'popup,width=480,height=680';
const CLOSED_POLL_INTERVAL_MS = 500;

const parseIdentityResult = (data: unknown): IdentityResult | null => {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'identity') return null;
  if ('firebaseToken' in data && typeof data.firebaseToken === 'string') return { token: data.firebaseToken };
  return 'error' in data && typeof data.error === 'string' ? { error: data.error } : null;
};

interface PopupListener {
  readonly onResult: (result: IdentityResult) => void;
  /** The window is gone, or can no longer be seen from here; an answer may still come. */
  readonly onClosed: () => void;
}

/**
 * Opens the identity page in a window of its own and listens for its one answer. Null when the browser allowed no window.
 * The answer comes over a channel because the vendor's pages cut the tie between the two windows. The result ends it all.
 */
export const openGooglePopup = (url: string, { onResult, onClosed }: PopupListener): (() => void) | null => {
  const channel = new BroadcastChannel(CHANNEL);
  const popup = window.open(url, 'parley-google', POPUP_FEATURES);
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
    const result = parseIdentityResult(data);
    if (!result) return;
    close();
    popup.close();
    onResult(result);
  };
  return close;
};
