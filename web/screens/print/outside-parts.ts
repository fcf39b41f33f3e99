import { LazyModule } from '../../ui/markdown/lazy-module.ts';

/** Comes with the cards of artifacts, so that it is there when the browser prints by itself or an answer is copied. */
export const outsideParts = new LazyModule(() => import('../../features/artifacts/outside-parts.ts'));
