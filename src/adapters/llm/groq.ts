import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { urlField, optionalField } from '../../platform/provider-registry.ts';
import { apiKeyField, defineLlmProvider, modelIdField } from './provider.ts';

export const groq = defineLlmProvider({
  id: 'groq',
  label: 'Groq',
  settings: z.object({
    GROQ_API_KEY: apiKeyField('Groq'),
    GROQ_BASE_URL: optionalField(urlField('Address of the API, if not `https://api.groq.com/openai/v1`.')),
    GROQ_MODEL: optionalField(modelIdField('Default model, if not `moonshotai/kimi-k2-instruct`.')),
  }),
  enabledBy: 'GROQ_API_KEY',
  defaultModel: (settings) => settings.GROQ_MODEL ?? 'moonshotai/kimi-k2-instruct',
  connect: (settings, deps) =>
    new OpenAiConnection(
      {
        baseUrl: settings.GROQ_BASE_URL ?? 'https://api.groq.com/openai/v1',
        apiKey: settings.GROQ_API_KEY,
        owner: 'Groq',
      },
      deps,
    ),
});
