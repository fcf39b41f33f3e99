import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { address, optional } from '../../provider.ts';
import { apiKey, llmProvider, modelId } from './provider.ts';

export const groq = llmProvider({
  id: 'groq',
  label: 'Groq',
  settings: z.object({
    GROQ_API_KEY: apiKey('Groq'),
    GROQ_BASE_URL: optional(address('Address of the API, if not `https://api.groq.com/openai/v1`.')),
    GROQ_MODEL: optional(modelId('Model when nobody chooses one, if not `moonshotai/kimi-k2-instruct`.')),
  }),
  switchedOnBy: 'GROQ_API_KEY',
  defaultModel: (set) => set.GROQ_MODEL ?? 'moonshotai/kimi-k2-instruct',
  connect: (set, tools) =>
    new OpenAiConnection(
      { baseUrl: set.GROQ_BASE_URL ?? 'https://api.groq.com/openai/v1', apiKey: set.GROQ_API_KEY, owner: 'Groq' },
      tools,
    ),
});
