import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { address, optional } from '../../provider.ts';
import { apiKey, llmProvider, modelId } from './provider.ts';

export const openrouter = llmProvider({
  id: 'openrouter',
  label: 'OpenRouter',
  settings: z.object({
    OPENROUTER_API_KEY: apiKey('OpenRouter'),
    OPENROUTER_BASE_URL: optional(address('Address of the API, if not `https://openrouter.ai/api/v1`.')),
    OPENROUTER_MODEL: optional(modelId('Model when nobody chooses one, if not `openrouter/auto`.')),
  }),
  switchedOnBy: 'OPENROUTER_API_KEY',
  defaultModel: (set) => set.OPENROUTER_MODEL ?? 'openrouter/auto',
  connect: (set, tools) =>
    new OpenAiConnection(
      {
        baseUrl: set.OPENROUTER_BASE_URL ?? 'https://openrouter.ai/api/v1',
        apiKey: set.OPENROUTER_API_KEY,
        owner: 'OpenRouter',
        tokenLimit: 'max_tokens',
        headers: { 'x-title': 'Parley' },
      },
      tools,
    ),
});
