import type { WebSearch } from '../../domain/agents/ports.ts';
import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { brave } from './brave.ts';
import { demoSearch } from './demo.ts';
import { noSearch } from './off.ts';
import type { SearchDeps } from './provider.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';
import { wikipedia } from './wikipedia.ts';

/** Web search providers. A real installation without one has no web search, and its replies say so. */
export const SEARCH: ProviderRegistry<SearchDeps, WebSearch> = {
  variable: 'SEARCH',
  providers: [tavily, brave, searxng, wikipedia],
  fallback: demoSearch,
  productionFallback: noSearch,
};
