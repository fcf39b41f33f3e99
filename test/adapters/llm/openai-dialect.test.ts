import { FULL_DIALECT, outputRoom, withoutUnsupported } from '../../../src/adapters/llm/openai-dialect.ts';
import { UpstreamError } from '../../../src/adapters/llm/upstream/upstream-error.ts';

describe('a model that writes less than is asked for', () => {
  test.each([
    ['OpenAI', 'max_tokens is too large: 4096. This model supports at most 2048 completion tokens', 2048],
    ['Groq', '`max_completion_tokens` must be less than or equal to `2048`, the maximum value', 2048],
    ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 2048]', 2048],
    ['LiteLLM', 'max_tokens: 4096 > 2048, which is the maximum allowed number of output tokens', 2048],
  ])('is asked for as much as it can, as %s tells', (_, message, maxTokens) => {
    const refusal = new UpstreamError('requestRefused', message);
    expect(withoutUnsupported(FULL_DIALECT, refusal)).toEqual({ ...FULL_DIALECT, maxTokens });
    const again = withoutUnsupported({ ...FULL_DIALECT, tokenLimit: 'max_tokens', maxTokens }, refusal);
    expect(again).toBeUndefined();
  });
});

describe('a context without room for the asked length', () => {
  test.each([
    [
      'vLLM',
      "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens" +
        ' and your request has 1000 input tokens (4096 > 4096 - 1000).',
    ],
    [
      'OpenAI',
      "This model's maximum context length is 4096 tokens. However, you requested 5096 tokens (1000 in the messages, " +
        '4096 in the completion).',
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 4096 tokens. However, you requested about 5096 tokens (1000 of text " +
        'input, 4096 in the output).',
    ],
    ['Together', '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 1000 `inputs` tokens and 4096'],
    ['Anthropic', 'input length and `max_tokens` exceed context limit: 1000 + 4096 > 4096'],
  ])('has what %s tells', (_, message) => {
    expect(outputRoom(new UpstreamError('tooLong', message), 4096)).toBe(3096);
    expect(outputRoom(new UpstreamError('tooLong', message), 3096)).toBeUndefined();
  });

  test('has half where only the least of the input is told, until that is too little for an answer', () => {
    const message =
      "This model's maximum context length is 4096 tokens. However, you requested 4096 output tokens and your prompt " +
      'contains at least 1 input tokens, for a total of at least 4097 tokens.';
    expect(outputRoom(new UpstreamError('tooLong', message), 4096)).toBe(2048);
    expect(outputRoom(new UpstreamError('tooLong', message), 300)).toBeUndefined();
  });

  test('is full where hardly anything is left', () => {
    const message = "This model's maximum context length is 4096 tokens and your request has 4000 input tokens";
    expect(outputRoom(new UpstreamError('tooLong', message), 4096)).toBeUndefined();
    expect(outputRoom(new UpstreamError('overloaded', message), 4096)).toBeUndefined();
  });
});
