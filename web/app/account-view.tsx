import { lazy, useState, type ComponentProps } from 'react';

import type * as accountPart from './account-part.ts';

type Part = typeof accountPart;

let part: Part | null = null;

/** Fetches what only somebody signed in needs. Once it is there it is drawn at once. */
export const loadAccountView = async (): Promise<Part> => (part ??= await import('./account-part.ts'));

const LateScreen = lazy(() => loadAccountView().then(({ ChatScreen: component }) => ({ default: component })));
const LateSide = lazy(() => loadAccountView().then(({ AccountSide: component }) => ({ default: component })));

/** The page of somebody who is signed in. */
export const ChatScreen = () => {
  const [Screen] = useState(() => part?.ChatScreen ?? LateScreen);
  return <Screen />;
};

/** Their part of the sidebar. */
export const AccountSide = (props: ComponentProps<Part['AccountSide']>) => {
  const [Side] = useState(() => part?.AccountSide ?? LateSide);
  return <Side {...props} />;
};
