import { act, render, screen, waitFor } from '@testing-library/react';

import { Conversation } from '../../../../../web/features/chat/conversation/conversation.tsx';
import { setLanguage } from '../../../../../web/lib/i18n/translations.ts';
import { aTurn } from '../support/a-turn.ts';

afterEach(() => act(() => setLanguage('en')));

test.each([
  [
    'The AI service takes only so many questions at a time. Please try again in 40 seconds.',
    'Bitte versuchen Sie es in 40 Sekunden erneut.',
  ],
  ['Something that nobody translated.', 'Der KI-Dienst ist gerade stark ausgelastet.'],
])('what the server advises stands in the reader’s language, else the words of the code: %s', async (advice, told) => {
  await act(() => setLanguage('de'));
  const failed = aTurn('a1', '', { status: 'error', errorCode: 'API_RATE_LIMIT_EXCEEDED' });
  const text = 'Der KI-Dienst ist gerade stark ausgelastet.';
  render(
    <Conversation turns={[aTurn('q1', 'Hi'), failed]} notes={{ a1: { text, advice, lost: false } }} live={null} />,
  );
  await waitFor(() => expect(screen.getByTestId('message-error')).toHaveTextContent(told));
  expect(screen.getByTestId('message-error')).not.toHaveTextContent('again');
});
