import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { address, optional } from '../../provider.ts';
import { apiKey, llmProvider, modelId } from './provider.ts';
import { OWN_SERVER_WAITS } from './upstream/wait-settings.ts';

export const ollama = llmProvider({
  id: 'ollama',
  label: 'Ollama',
  settings: z.object({
    OLLAMA_BASE_URL: address('Address of an Ollama server, for instance `http://localhost:11434`.'),
    OLLAMA_API_KEY: optional(apiKey('Ollama, where the server asks for one')),
    OLLAMA_MODEL: optional(modelId('Model when nobody chooses one, if not the first that the server lists.')),
  }),
  switchedOnBy: 'OLLAMA_BASE_URL',
  defaultModel: (set) => set.OLLAMA_MODEL,
  waits: OWN_SERVER_WAITS,
  connect: (set, tools) =>
    new OpenAiConnection(
      {
        // Ollama's own address and its OpenAI-compatible one are both what people write here.
        baseUrl: set.OLLAMA_BASE_URL.endsWith('/v1') ? set.OLLAMA_BASE_URL : `${set.OLLAMA_BASE_URL}/v1`,
        apiKey: set.OLLAMA_API_KEY,
        owner: 'Ollama',
        tokenLimit: 'max_tokens',
      },
      tools,
    ),
});
