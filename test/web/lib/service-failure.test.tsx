import { act, render, screen } from '@testing-library/react';

import { SERVICE_FAILURES } from '../../../src/shared/service-failures.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { LazyServiceFailure } from '../../../web/lib/lazy-service-failure.tsx';

afterEach(() => setLanguage('en'));

test.each([
  ['The server refuses the connection', 'Der Server lehnt die Verbindung ab'],
  ['It has trouble of its own (503)', 'Der Dienst hat selbst eine Störung (503)'],
  ['Failed to load: It does not accept the key (401)', 'Der Schlüssel wird nicht akzeptiert (401)'],
  ['Failed to load: nobody knows why', 'Failed to load: nobody knows why'],
])('why a service does not work is told in German, and unknown words stay: %s', async (text, german) => {
  await act(() => setLanguage('de'));
  render(<LazyServiceFailure text={text}>{(reason) => `Grund: ${reason}`}</LazyServiceFailure>);
  expect(await screen.findByText(`Grund: ${german}`)).toBeInTheDocument();
});

test.each(Object.values(SERVICE_FAILURES))('%s is told in every language', async (written) => {
  const text = written.replace('{status}', '418');
  const { container } = render(<LazyServiceFailure text={text} />);
  await act(async () => undefined);
  expect(container).toHaveTextContent(text);
  for (const language of ['de', 'fr', 'es', 'ja', 'ar'] as const) {
    await act(() => setLanguage(language));
    expect(container.textContent).not.toContain(text);
    expect(container.textContent).not.toContain('{');
  }
});
