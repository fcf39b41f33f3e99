import { anthropic } from './anthropic.ts';
import { groq } from './groq.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { openrouter } from './openrouter.ts';
import type { LlmProvider } from './provider.ts';

/** Every model provider. When two list the same model, the earlier one serves it. */
export const PROVIDERS: readonly LlmProvider[] = [groq, openai, anthropic, openrouter, ollama, openaiCompatible];
