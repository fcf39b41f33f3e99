import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { urlField, optionalField } from '../../platform/provider-registry.ts';
import { apiKeyField, defineLlmProvider, modelIdField } from './provider.ts';

export const openrouter = defineLlmProvider({
  id: 'openrouter',
  label: 'OpenRouter',
  settings: z.object({
    OPENROUTER_API_KEY: apiKeyField('OpenRouter'),
    OPENROUTER_BASE_URL: optionalField(urlField('Address of the API, if not `https://openrouter.ai/api/v1`.')),
    OPENROUTER_MODEL: optionalField(modelIdField('Default model, if not `openrouter/auto`.')),
  }),
  enabledBy: 'OPENROUTER_API_KEY',
  defaultModel: (settings) => settings.OPENROUTER_MODEL ?? 'openrouter/auto',
  connect: (settings, deps) =>
    new OpenAiConnection(
      {
        baseUrl: settings.OPENROUTER_BASE_URL ?? 'https://openrouter.ai/api/v1',
        apiKey: settings.OPENROUTER_API_KEY,
        owner: 'OpenRouter',
        tokenLimit: 'max_tokens',
        headers: { 'x-title': 'Parley' },
      },
      deps,
    ),
});
