import { lazy } from 'react';

import { useAddress } from '../router/use-address.ts';

const OpenAbout = lazy(() => import('./open-about.tsx').then(({ OpenAbout: component }) => ({ default: component })));

/** The page about the product, at its address. */
export const About = () => (useAddress().at === 'about' ? <OpenAbout /> : null);
