import { errorFromFrame, errorFromResponse } from '../../../../src/adapters/llm/upstream/provider-errors.ts';

const kindOf = (status: number, body: unknown) => errorFromResponse(status, JSON.stringify(body)).kind;
const error = (message: string, code: unknown = null) => ({ error: { message, type: 'invalid_request_error', code } });

describe('too many requests', () => {
  const gemini = (quotaId: string) => ({
    error: {
      code: 429,
      message: 'You exceeded your current quota, please check your plan and billing details. Please retry in 23.4s.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '23.4s' },
      ],
    },
  });
  const MINUTE = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';
  const DAY = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';

  test.each<[string, unknown, string]>([
    ['Gemini, of a minute', gemini(MINUTE), 'rateLimited'],
    ['Gemini, of a minute, in a list', [gemini(MINUTE)], 'rateLimited'],
    ['Gemini, of a day', [gemini(DAY)], 'quotaSpent'],
    [
      'OpenAI, of a minute',
      error(
        'Rate limit reached for gpt on requests per min (RPM). Please add a payment method.',
        'rate_limit_exceeded',
      ),
      'rateLimited',
    ],
    ['OpenAI, used up', error('You exceeded your current quota', 'insufficient_quota'), 'quotaSpent'],
  ])('%s', (_, body, kind) => {
    expect(kindOf(429, body)).toBe(kind);
  });

  test('Gemini’s time to wait is known', () => {
    expect(errorFromResponse(429, JSON.stringify([gemini(MINUTE)])).retryAfterMs).toBe(23_400);
    expect(errorFromResponse(429, JSON.stringify(gemini(MINUTE)), 1000).retryAfterMs).toBe(1000);
  });
});

describe('too long a conversation', () => {
  test.each<[string, number, unknown]>([
    ['OpenAI', 400, error('x', 'context_length_exceeded')],
    [
      'OpenAI, for one message',
      400,
      error("Invalid 'messages[1].content': string too long.", 'string_above_max_length'),
    ],
    [
      'OpenAI, above the tokens of a minute',
      429,
      error(
        'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 65000.',
        'rate_limit_exceeded',
      ),
    ],
    ['Anthropic', 400, error('input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000')],
    [
      'Gemini',
      400,
      [
        {
          error: {
            code: 400,
            message: 'The input token count (1100000) exceeds the maximum number of tokens allowed.',
          },
        },
      ],
    ],
    ['xAI', 400, { code: 'invalid', error: "This model's maximum prompt length is 131072 but it contains 537812." }],
    ['Moonshot', 400, error('Invalid request: Your request exceeded model token limit: 8192')],
    ['Zhipu', 400, error('Prompt exceeds max length', '1261')],
    ['DashScope', 400, error('Range of input length should be [1, 30720]')],
    ['Copilot', 400, error('prompt token count of 9000 exceeds the limit of 8000')],
    ['Cohere', 400, { message: 'too many tokens: total number of tokens in the prompt cannot exceed 4081' }],
    ['Together', 422, error('Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097.')],
    ['llama.cpp, as a fault of its own', 500, error('the request exceeds the available context size')],
    [
      'a provider behind OpenRouter',
      400,
      {
        error: { message: 'Provider returned error', code: 400, metadata: { raw: '{"message":"prompt is too long"}' } },
      },
    ],
  ])('is understood from %s', (_, status, body) => {
    expect(kindOf(status, body)).toBe('tooLong');
  });

  test('is understood in a stream, without a type or status', () => {
    expect(errorFromFrame({ message: 'The model is loaded with context length of only 4096 tokens' }).kind).toBe(
      'tooLong',
    );
  });

  test.each<[number, unknown]>([
    [429, error('Rate limit reached on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.')],
    [429, error('Too many tokens, please wait before trying again.')],
    [503, error('Too many requests: the queue is too long')],
  ])('is no limit of the rate (%s)', (status, body) => {
    expect(kindOf(status, body)).toBe(status === 429 ? 'rateLimited' : 'overloaded');
  });
});

describe('what a model cannot do is a refused request, so that it is asked without', () => {
  test.each<[string, number, unknown]>([
    ['tools, of OpenRouter', 404, { error: { message: 'No endpoints found that support tool use', code: 404 } }],
    ['images, of OpenRouter', 404, { error: { message: 'No endpoints found that support image input', code: 404 } }],
    ['tools, of llama.cpp', 500, error('tools param requires --jinja flag')],
    ['images, of llama.cpp', 500, error('image input is not supported - hint: you may need to provide the mmproj')],
    ['tools, of Ollama', 400, error('registry.ollama.ai/library/gemma3:latest does not support tools')],
  ])('%s', (_, status, body) => {
    expect(kindOf(status, body)).toBe('requestRefused');
  });

  test('a model that nobody serves is unknown', () => {
    expect(kindOf(404, error('No endpoints found for some/model.'))).toBe('modelUnknown');
  });
});

describe('what a status does not tell', () => {
  test('is a refused key where Gemini says 400', () => {
    const body = [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }];
    expect(kindOf(400, body)).toBe('keyRefused');
  });

  test('is a model that the account may not use where Groq says 403', () => {
    expect(kindOf(403, error('The model `x` is blocked', 'model_permission_blocked_org'))).toBe('modelUnknown');
  });

  test.each<[string, number, unknown]>([
    ['OpenRouter', 403, { error: { message: 'Your chosen model requires moderation and your input was flagged' } }],
    ['Azure', 400, error('The response was filtered due to the prompt', 'content_filter')],
    ['DashScope', 400, error('Output data may contain inappropriate content.', 'data_inspection_failed')],
  ])('is a question that the provider does not answer, of %s', (_, status, body) => {
    expect(kindOf(status, body)).toBe('filtered');
  });
});
