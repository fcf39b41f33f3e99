import { render, screen } from '@testing-library/react';

import { ERROR_TEXTS } from '../../../../../src/contract/error-texts.ts';
import { failureText, toReplyFailure } from '../../../../../web/features/chat/engine/reply-failure.ts';
import { TurnOutcome } from '../../../../../web/features/chat/messages/turn-outcome.tsx';
import { browserEnv, BrowserEnvContext } from '../../../../../web/lib/browser-env.ts';
import { formatUpcoming } from '../../../../../web/lib/format-date.ts';
import { NOW } from '../../../support/builders.ts';
import { aMessage } from '../support/a-turn.ts';

/* That a refusal comes here, and who may be offered a plan: test/web/app/limits.test.tsx. */

const RESETS_AT = '2026-11-22T00:00:00.000Z';
const again = formatUpcoming(RESETS_AT, NOW) ?? '';
const nothing = () => undefined;

/** What is under a question that the server refused. */
const refused = (status: number, code: string, facts: object = {}, { offersPlans = true } = {}): HTMLElement => {
  const failure = toReplyFailure({ status, code, message: 'x', data: { error: 'x', code, ...facts } });
  const note = {
    text: failureText(failure),
    upgradeText: failureText(failure, true),
    lost: false,
    limit: failure.limit ?? undefined,
  };
  const actions = { onRetry: nothing, ...(offersPlans ? { onPlans: nothing } : {}) };
  render(
    <BrowserEnvContext value={{ ...browserEnv, now: () => NOW }}>
      <TurnOutcome
        message={aMessage('a1', '', { status: 'error', errorCode: code })}
        note={note}
        isLast
        busy={false}
        actions={actions}
      />
    </BrowserEnvContext>,
  );
  return screen.getByRole('alert');
};

const has = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

test.each([
  [
    'model',
    { rule: 'model', limit: 10, used: 10, resetsAt: RESETS_AT },
    `The daily limit of this model: 10 of 10 used. It starts again ${again}. Another model may still answer.`,
  ],
  [
    'lifetime',
    { rule: 'lifetime', limit: 500, used: 500, resetsAt: null },
    'The total of your account: 500 of 500 used.',
  ],
  ['no access', { rule: 'no-access', limit: 0, used: 0, resetsAt: null }, 'Your account does not include this.'],
  [
    'agents',
    { rule: 'agent', limit: 5, used: 5, resetsAt: RESETS_AT },
    `Agent requests today: 5 of 5 used. It starts again ${again}. The chat without agents goes on.`,
  ],
  ['an unknown rule', { rule: 'tokens', limit: 5, used: 5, resetsAt: null }, 'The limit: 5 of 5 used.'],
])('a refusal by %s says which limit it was', (_, facts, line) => {
  const failure = refused(403, 'USAGE_LIMIT_EXCEEDED', facts);
  expect(failure).toHaveTextContent(ERROR_TEXTS.USAGE_LIMIT_EXCEEDED);
  expect(failure).toHaveTextContent(line);
});

test.each([
  ['SUBSCRIPTION_REQUIRED', {}],
  ['USAGE_LIMIT_EXCEEDED', {}],
  ['USAGE_LIMIT_EXCEEDED', { rule: 'lifetime', limit: 500, used: 500, message: 'A higher plan has more.' }],
  ['USAGE_LIMIT_EXCEEDED', { rule: 'no-access', limit: 0, used: 0 }],
])('somebody without a higher plan to have reads of none when refused with %s %j', (code, facts) => {
  const failure = refused(403, code, facts, { offersPlans: false });
  expect(failure).toHaveTextContent(/not include this|limit reached/i);
  expect(failure).not.toHaveTextContent(/upgrade|plan\b|subscription/i);
  expect(has('See plans')).toBe(false);
});

describe('each code has its text, Retry where it can help, and plans only where a plan is the reason', () => {
  test.each<[keyof typeof ERROR_TEXTS, number, boolean, boolean]>([
    ['API_RATE_LIMIT_EXCEEDED', 503, true, false],
    ['API_QUOTA_EXCEEDED', 503, true, false],
    ['AI_SERVICE_TIMEOUT', 504, true, false],
    ['AI_SERVICE_AUTH_ERROR', 502, false, false],
    ['MODEL_CONFIG_ERROR', 500, true, false],
    ['EMAIL_VERIFICATION_REQUIRED', 403, true, false],
    ['USER_NOT_FOUND', 404, false, false],
    ['UNAUTHORIZED', 403, false, false],
    ['USAGE_LIMIT_EXCEEDED', 403, true, true],
    ['SUBSCRIPTION_REQUIRED', 403, true, true],
    ['INTERNAL_ERROR', 500, true, false],
    ['VALIDATION_ERROR', 400, false, false],
  ])('%s', (code, status, retry, plans) => {
    expect(refused(status, code).querySelector('p')?.textContent).toBe(ERROR_TEXTS[code]);
    expect([has('Retry'), has('See plans')]).toEqual([retry, plans]);
  });
});
