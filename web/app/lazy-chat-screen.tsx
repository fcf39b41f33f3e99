import { lazy, useState, type ComponentProps } from 'react';

import type * as accountPart from './signed-in-chunk.ts';

type SignedInChunk = typeof accountPart;

let loadedChunk: SignedInChunk | null = null;

/** Fetches what only somebody signed in needs. Once it is there it is drawn at once. */
export const loadSignedInChunk = async (): Promise<SignedInChunk> =>
  (loadedChunk ??= await import('./signed-in-chunk.ts'));

const LazyChatScreen = lazy(() => loadSignedInChunk().then(({ ChatScreen: component }) => ({ default: component })));
const LazyAccountSidebar = lazy(() =>
  loadSignedInChunk().then(({ AccountSide: component }) => ({ default: component })),
);

/** The page of somebody who is signed in. */
export const ChatScreen = () => {
  const [Screen] = useState(() => loadedChunk?.ChatScreen ?? LazyChatScreen);
  return <Screen />;
};

/** Their part of the sidebar. */
export const AccountSidebar = (props: ComponentProps<SignedInChunk['AccountSide']>) => {
  const [Sidebar] = useState(() => loadedChunk?.AccountSide ?? LazyAccountSidebar);
  return <Sidebar {...props} />;
};
