/** What the identity page says when it is done: a token for the server, or why there is none. */
export type IdentityAnswer = { readonly token: string } | { readonly error: string };

const CHANNEL = 'parley-identity';
const LOOK = 'popup,width=480,height=680';
const LOOK_EVERY_MS = 500;

const answerIn = (data: unknown): IdentityAnswer | null => {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'identity') return null;
  if ('firebaseToken' in data && typeof data.firebaseToken === 'string') return { token: data.firebaseToken };
  return 'error' in data && typeof data.error === 'string' ? { error: data.error } : null;
};

interface Listener {
  readonly onAnswer: (answer: IdentityAnswer) => void;
  /** The window is gone, or can no longer be seen from here; an answer may still come. */
  readonly onClosed: () => void;
}

/**
 * Opens the identity page in a window of its own and listens for its one answer. Null when the browser allowed no window.
 * The answer comes over a channel because the vendor's pages cut the tie between the two windows. The result ends it all.
 */
export const openGoogleWindow = (url: string, { onAnswer, onClosed }: Listener): (() => void) | null => {
  const channel = new BroadcastChannel(CHANNEL);
  const opened = window.open(url, 'parley-google', LOOK);
  if (!opened) {
    channel.close();
    return null;
  }
  const timer = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(timer);
    onClosed();
  }, LOOK_EVERY_MS);
  const end = (): void => {
    clearInterval(timer);
    channel.close();
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const answer = answerIn(data);
    if (!answer) return;
    end();
    opened.close();
    onAnswer(answer);
  };
  return end;
};
