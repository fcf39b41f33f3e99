import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { urlField, optionalField } from '../../platform/provider-registry.ts';
import { apiKeyField, defineLlmProvider, modelIdField } from './provider.ts';
import { SELF_HOSTED_TIMEOUTS } from './upstream/timeout-settings.ts';

/** vLLM, llama.cpp, LM Studio, LiteLLM, or any gateway with OpenAI's chat completions. */
export const openaiCompatible = defineLlmProvider({
  id: 'openai-compatible',
  label: 'OpenAI-compatible server',
  settings: z.object({
    OPENAI_COMPATIBLE_BASE_URL: urlField(
      "Address of a server with OpenAI's chat completions; one without its `/v1`, or of a single call, is understood.",
    ),
    OPENAI_COMPATIBLE_API_KEY: optionalField(apiKeyField('that server, where it asks for one')),
    OPENAI_COMPATIBLE_MODEL: optionalField(
      modelIdField('Default model, if not the first that the server lists. Needed where it has no list.'),
    ),
  }),
  enabledBy: 'OPENAI_COMPATIBLE_BASE_URL',
  defaultModel: (settings) => settings.OPENAI_COMPATIBLE_MODEL,
  timeouts: SELF_HOSTED_TIMEOUTS,
  connect: (settings, deps) =>
    new OpenAiConnection(
      {
        baseUrl: settings.OPENAI_COMPATIBLE_BASE_URL,
        apiKey: settings.OPENAI_COMPATIBLE_API_KEY,
        owner: 'Own server',
        model: settings.OPENAI_COMPATIBLE_MODEL,
      },
      deps,
    ),
});
