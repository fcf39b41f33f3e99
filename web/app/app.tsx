import { Provider } from 'react-redux';

import type { ReplyClient } from '../features/chat/engine/reply-client.ts';
import { BrowserEnvContext, type BrowserEnv } from '../lib/browser-env.ts';
import type { AppStore } from '../state/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ReplyClientContext } from './reply-client-context.ts';
import { Shell } from './shell/shell.tsx';

interface AppProps {
  readonly store: AppStore;
  readonly client: ReplyClient;
  readonly env: BrowserEnv;
  /** The one-time token of a new installation's first admin, taken from the address. */
  readonly setupToken?: string | null;
}

/** The whole page with what it works on. */
export const App = ({ store, client, env, setupToken = null }: AppProps) => (
  <Provider store={store}>
    <BrowserEnvContext value={env}>
      <ReplyClientContext value={client}>
        <ErrorBoundary>
          <Shell setupToken={setupToken} />
        </ErrorBoundary>
      </ReplyClientContext>
    </BrowserEnvContext>
  </Provider>
);
