import { z } from 'zod';

import { OpenAiConnection } from './openai-connection.ts';
import { address, optional } from '../../provider.ts';
import { apiKey, llmProvider, modelId } from './provider.ts';
import { OWN_SERVER_WAITS } from './upstream/wait-settings.ts';

/** vLLM, llama.cpp, LM Studio, LiteLLM, or any gateway that speaks OpenAI's chat completions. */
export const openaiCompatible = llmProvider({
  id: 'openai-compatible',
  label: 'OpenAI-compatible server',
  settings: z.object({
    OPENAI_COMPATIBLE_BASE_URL: address(
      "Address of a server with OpenAI's chat completions, up to and including `/v1`.",
    ),
    OPENAI_COMPATIBLE_API_KEY: optional(apiKey('that server, where it asks for one')),
    OPENAI_COMPATIBLE_MODEL: optional(
      modelId('Model when nobody chooses one, if not the first that the server lists.'),
    ),
  }),
  switchedOnBy: 'OPENAI_COMPATIBLE_BASE_URL',
  defaultModel: (set) => set.OPENAI_COMPATIBLE_MODEL,
  waits: OWN_SERVER_WAITS,
  connect: (set, tools) =>
    new OpenAiConnection(
      { baseUrl: set.OPENAI_COMPATIBLE_BASE_URL, apiKey: set.OPENAI_COMPATIBLE_API_KEY, owner: 'Own server' },
      tools,
    ),
});
