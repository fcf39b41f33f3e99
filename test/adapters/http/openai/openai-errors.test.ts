import {
  toOpenAiFailure,
  openAiRetryHeaders,
  isOpenAiPath,
} from '../../../../src/adapters/http/openai/openai-errors.ts';
import { toFailure } from '../../../../src/adapters/http/errors/report-errors.ts';
import { DailyLimitReached, ModelError, ShuttingDown, TooBusy } from '../../../../src/domain/chat/errors.ts';
import { NOON } from '../../../support/builders.ts';

const told = (error: unknown) => {
  const plain = toFailure(error, 'an-id', { sellsPlans: true });
  const failure = toOpenAiFailure(error, plain);
  return { ...failure, headers: openAiRetryHeaders(failure, plain, NOON) };
};

test('a used-up limit is 429 insufficient_quota, says when it starts again, and is not to be tried before', () => {
  expect(told(new DailyLimitReached({ limit: 30, used: 30, resetsAt: NOON + 90_500, group: 'free' }))).toEqual({
    status: 429,
    headers: { 'Retry-After': '91', 'X-Should-Retry': 'false' },
    error: {
      message: 'Daily message limit reached',
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
    },
  });
});

test.each([
  [new TooBusy(), 'overloaded'],
  [new ShuttingDown(), 'shutting_down'],
  [new ModelError('API_RATE_LIMIT_EXCEEDED', 'Wait'), 'api_rate_limit_exceeded'],
])('what passes soon is 503 and says to come back: %s', (error, code) => {
  expect(told(error)).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
    error: { type: 'server_error', code },
  });
});

test('a provider that is too slow is 504', () => {
  expect(told(new ModelError('AI_SERVICE_TIMEOUT', 'Slow'))).toMatchObject({
    status: 504,
    error: { type: 'server_error', code: 'ai_service_timeout' },
  });
});

test('a question that the provider declines is 400 content_filter, which no client tries again', () => {
  const declined = new ModelError('MODEL_CONFIG_ERROR', 'Declined', { declined: true, advice: 'Rephrase' });
  expect(told(declined)).toMatchObject({ status: 400, error: { message: 'Declined', code: 'content_filter' } });
  expect(declined.details).toEqual({ message: 'Rephrase' });
});

test('only addresses under /v1 are answered so', () => {
  expect(['/v1', '/v1/models', '/v1x', '/api/v1/models', '/'].map(isOpenAiPath)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
