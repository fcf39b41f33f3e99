import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { ollamaAddress } from '../../platform/openai-address.ts';
import { urlField, optionalField } from '../../platform/provider-registry.ts';
import { apiKeyField, defineLlmProvider, modelIdField } from './provider.ts';
import { SELF_HOSTED_TIMEOUTS } from './upstream/timeout-settings.ts';

export const ollama = defineLlmProvider({
  id: 'ollama',
  label: 'Ollama',
  settings: z.object({
    OLLAMA_BASE_URL: urlField('Address of an Ollama server, for instance `http://localhost:11434`.'),
    OLLAMA_API_KEY: optionalField(apiKeyField('Ollama, where the server asks for one')),
    OLLAMA_MODEL: optionalField(modelIdField('Default model, if not the first that the server lists.')),
  }),
  enabledBy: 'OLLAMA_BASE_URL',
  defaultModel: (settings) => settings.OLLAMA_MODEL,
  timeouts: SELF_HOSTED_TIMEOUTS,
  connect: (settings, deps) =>
    new OpenAiConnection(
      {
        baseUrl: ollamaAddress(settings.OLLAMA_BASE_URL),
        apiKey: settings.OLLAMA_API_KEY,
        owner: 'Ollama',
        model: settings.OLLAMA_MODEL,
        tokenLimit: 'max_tokens',
      },
      deps,
    ),
});
