import type { ArtifactCardProps } from '../../features/artifacts/artifact-card.tsx';
import { outsideParts } from '../print/outside-parts.ts';
import { LazyModule, useLazyModule } from '../../ui/markdown/lazy-module.ts';

const cards = new LazyModule(() => import('../../features/artifacts/artifact-card.tsx'));

/** A block of code, until what knows artifacts has come. */
export const LazyArtifactCard = (props: ArtifactCardProps) => {
  const part = useLazyModule(cards, true);
  useLazyModule(outsideParts, true);
  return part ? <part.ArtifactCard {...props} /> : props.plain;
};
