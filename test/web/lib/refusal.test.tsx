import { act, render, screen } from '@testing-library/react';

import { formatRefusal, REFUSALS } from '../../../src/shared/refusals.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { LazyServerText } from '../../../web/lib/lazy-server-text.tsx';

afterEach(() => setLanguage('en'));

test.each([
  [REFUSALS.temporaryChat, 'Ein temporärer Chat kann nicht geteilt werden.'],
  [
    formatRefusal('shareListFull', 50),
    'Sie haben 50 geteilte Links. Widerrufen Sie einen, um einen neuen zu erstellen.',
  ],
  [formatRefusal('tooManyApiKeys', 25), 'Ein Konto hat höchstens 25 API-Schlüssel. Widerrufen Sie zuerst einen.'],
  ['Something else.', 'Something else.'],
])('a refusal is told in German, and unknown words stay: %s', async (text, german) => {
  await act(() => setLanguage('de'));
  render(<LazyServerText text={text} />);
  expect(await screen.findByText(german)).toBeInTheDocument();
});

test.each(Object.values(REFUSALS))('%s is told in every language', async (written) => {
  const text = written.replace('{limit}', '20');
  const { container } = render(<LazyServerText text={text} />);
  await act(async () => undefined);
  expect(container).toHaveTextContent(text);
  for (const language of ['de', 'fr', 'es', 'ja', 'ar'] as const) {
    await act(() => setLanguage(language));
    expect(container.textContent).not.toContain(text);
    expect(container.textContent).not.toContain('{');
  }
});
