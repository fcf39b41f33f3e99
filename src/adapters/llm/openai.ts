import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { address, optional } from '../../provider.ts';
import { apiKey, llmProvider, modelId } from './provider.ts';

export const openai = llmProvider({
  id: 'openai',
  label: 'OpenAI',
  settings: z.object({
    OPENAI_API_KEY: apiKey('OpenAI'),
    OPENAI_BASE_URL: optional(address('Address of the API, if not `https://api.openai.com/v1`.')),
    OPENAI_MODEL: optional(modelId('Model when nobody chooses one, if not `gpt-4.1-mini`.')),
  }),
  switchedOnBy: 'OPENAI_API_KEY',
  defaultModel: (set) => set.OPENAI_MODEL ?? 'gpt-4.1-mini',
  ownPrefixes: ['gpt-4', 'gpt-5', 'chatgpt-', 'o1', 'o3', 'o4'],
  connect: (set, tools) =>
    new OpenAiConnection(
      { baseUrl: set.OPENAI_BASE_URL ?? 'https://api.openai.com/v1', apiKey: set.OPENAI_API_KEY, owner: 'OpenAI' },
      tools,
    ),
});
