import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { urlField, optionalField } from '../../platform/provider-registry.ts';
import { apiKeyField, defineLlmProvider, modelIdField } from './provider.ts';

export const openai = defineLlmProvider({
  id: 'openai',
  label: 'OpenAI',
  settings: z.object({
    OPENAI_API_KEY: apiKeyField('OpenAI'),
    OPENAI_BASE_URL: optionalField(urlField('Address of the API, if not `https://api.openai.com/v1`.')),
    OPENAI_MODEL: optionalField(modelIdField('Default model, if not `gpt-4.1-mini`.')),
  }),
  enabledBy: 'OPENAI_API_KEY',
  defaultModel: (settings) => settings.OPENAI_MODEL ?? 'gpt-4.1-mini',
  modelPrefixes: ['gpt-4', 'gpt-5', 'chatgpt-', 'o1', 'o3', 'o4'],
  connect: (settings, deps) =>
    new OpenAiConnection(
      {
        baseUrl: settings.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
        apiKey: settings.OPENAI_API_KEY,
        owner: 'OpenAI',
        sees: /^(gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-5|chatgpt-4o|o1(?!-mini|-preview)|o3(?!-mini)|o4)/,
      },
      deps,
    ),
});
