import { LazyModule } from '../../ui/markdown/lazy-module.ts';

/** Comes with the cards of artifacts, so that it is there when the browser prints by itself. */
export const printedArtifacts = new LazyModule(() => import('../../features/artifacts/printed-artifacts.ts'));
