import { Provider } from 'react-redux';

import type { ReplyClient } from '../features/chat/reply-client.ts';
import { PageContext, type Page } from '../lib/page.ts';
import type { AppStore } from '../state/store.ts';
import { PartBoundary } from './part-boundary.tsx';
import { ReplyClientContext } from './services.ts';
import { Shell } from './shell.tsx';

interface AppProps {
  readonly store: AppStore;
  readonly client: ReplyClient;
  readonly page: Page;
  /** The one-time token of a new installation's first admin, taken from the address. */
  readonly setupToken?: string | null;
}

/** The whole page with what it works on. */
export const App = ({ store, client, page, setupToken = null }: AppProps) => (
  <Provider store={store}>
    <PageContext value={page}>
      <ReplyClientContext value={client}>
        <PartBoundary>
          <Shell setupToken={setupToken} />
        </PartBoundary>
      </ReplyClientContext>
    </PageContext>
  </Provider>
);
