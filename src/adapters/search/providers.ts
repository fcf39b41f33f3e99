import type { WebSearch } from '../../domain/agents/ports.ts';
import type { Choice } from '../../provider.ts';
import { brave } from './brave.ts';
import { demoSearch } from './demo.ts';
import { noSearch } from './off.ts';
import type { SearchTools } from './provider.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';
import { wikipedia } from './wikipedia.ts';

/** Who may search the web. A real installation without one has no web search, and its replies say so. */
export const SEARCH: Choice<SearchTools, WebSearch> = {
  variable: 'SEARCH',
  real: [tavily, brave, searxng, wikipedia],
  fallback: demoSearch,
  withoutSandbox: noSearch,
};
