import { act, render, screen, waitFor } from '@testing-library/react';

import { SERVICE_FAILURES } from '../../../src/shared/service-failures.ts';
import { SERVICE_REPORTS } from '../../../src/shared/service-reports.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { LazyServerText } from '../../../web/lib/lazy-server-text.tsx';

afterEach(() => act(() => setLanguage('en')));

test.each([
  ['The server refuses the connection', 'Der Server lehnt die Verbindung ab'],
  ['It has trouble of its own (503)', 'Der Dienst hat selbst eine Störung (503)'],
  ['Failed to load: It does not accept the key (401)', 'Der Schlüssel wird nicht akzeptiert (401)'],
  ['It offers 3 models', '3 Modelle werden angeboten'],
  [
    'The backup of 2026-01-16 15:00 UTC failed: The disk is full. Last backup: 2026-01-15 12:00 UTC, 5.0 MB',
    'Die Sicherung vom 2026-01-16 15:00 UTC ist fehlgeschlagen: Der Datenträger ist voll. ' +
      'Letzte Sicherung: 2026-01-15 12:00 UTC, 5.0 MB',
  ],
  [
    'Sent up to entry 1453; 1 entry wait, the oldest for 12 minutes; 3 entries had reached the end of the retention ' +
      'before they could be sent. The server did not take the entries: It has trouble of its own (503)',
    'Gesendet bis Eintrag 1453; wartend: 1 Eintrag, am längsten 12 Minuten; vor dem Senden endete die Aufbewahrung ' +
      'für 3 Einträge. Der Dienst hat selbst eine Störung (503)',
  ],
  ['Failed to load: nobody knows why', 'Failed to load: nobody knows why'],
])('why a service does not work is told in German, and unknown words stay: %s', async (text, german) => {
  await act(() => setLanguage('de'));
  render(<LazyServerText text={text}>{(reason) => `Grund: ${reason}`}</LazyServerText>);
  expect(await screen.findByText(`Grund: ${german}`)).toBeInTheDocument();
});

const REPORT_VALUES: Readonly<Record<string, string>> = {
  ...{
    status: '418',
    count: '7',
    expected: '9',
    number: '70',
    size: '5.0',
    time: '2026-01-15 12:00 UTC',
    names: 'a, b',
  },
  ...{ state: 'nothing waits', lost: '3 entries', waiting: '2 entries', age: '1 minute', failure: 'The disk is full' },
};

const WRITTEN = [...Object.values(SERVICE_FAILURES), ...Object.values(SERVICE_REPORTS)].map((text) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => REPORT_VALUES[name] ?? ''),
);

test.each(['de', 'fr', 'es', 'ja', 'ar'] as const)('all of them are told in the language %s', async (language) => {
  await act(() => setLanguage(language));
  const { container } = render(
    WRITTEN.map((text) => (
      <p key={text}>
        <LazyServerText text={text} />
      </p>
    )),
  );
  const shown = (): readonly string[] => [...container.children].map(({ textContent }) => textContent);
  await waitFor(() => expect(shown().filter((text, at) => text === WRITTEN[at])).toEqual([]));
  const told = shown();
  expect(told).toHaveLength(WRITTEN.length);
  expect(told.filter((text, at) => text.includes(WRITTEN[at] ?? '') || text.includes('{') || text === '')).toEqual([]);
});
