import type { ArtifactCardProps } from '../../features/artifacts/artifact-card.tsx';
import { printedArtifacts } from '../print/lazy-printed-artifacts.ts';
import { LazyModule, useLazyModule } from '../../ui/markdown/lazy-module.ts';

const cards = new LazyModule(() => import('../../features/artifacts/artifact-card.tsx'));

/** A block of code, until what knows artifacts has come. */
export const LazyArtifactCard = (props: ArtifactCardProps) => {
  const part = useLazyModule(cards, true);
  useLazyModule(printedArtifacts, true);
  return part ? <part.ArtifactCard {...props} /> : props.plain;
};
