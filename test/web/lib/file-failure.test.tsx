import { act, render, screen } from '@testing-library/react';

import { FILE_FAILURES, type FileFailureKey, formatFileFailure } from '../../../src/shared/file-failures.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { LazyServerText } from '../../../web/lib/lazy-server-text.tsx';
import english from '../../../web/messages/en/file-failures.json' with { type: 'json' };

afterEach(() => setLanguage('en'));

const KEYS = Object.keys(FILE_FAILURES).filter((key): key is FileFailureKey => key in FILE_FAILURES);
const VALUES = { name: 'report (1).pdf', reason: FILE_FAILURES.damaged, limit: 25, page: 3, pages: 7 } as const;
const sizes = { size: '2.5 MB', used: '600 KB', embedded: 40 };
const names = { type: 'PNG', content: 'application/pdf', extensions: 'jpg, png' };
const tables = { row: 70_000, column: 12, rows: 60_000, cells: 500_000 };
const written = (key: FileFailureKey) => formatFileFailure(key, { ...VALUES, ...tables, ...names, ...sizes });

test.each([
  [FILE_FAILURES.probablyScan, 'Dieses PDF hat keinen Text. Wahrscheinlich ist es ein Scan.'],
  [written('tooManyCells'), 'Die Datei ist zu groß zum Lesen: Sie hat mehr als 25 Zellen.'],
  [
    written('refused'),
    'report (1).pdf kann nicht verwendet werden: Die Datei ist beschädigt oder unvollständig und nicht lesbar.',
  ],
  [formatFileFailure('tooLarge', { size: '2.5 MB' }), 'Die Datei ist zu groß: Eine Datei darf höchstens 2,5 MB haben.'],
  [
    formatFileFailure('accountStorageFull', { used: '600 KB', size: '10 MB' }),
    'Der Speicher dieses Kontos ist voll (600 KB von 10 MB). Löschen Sie eine Datei, um Platz zu schaffen.',
  ],
  ['a.xyz cannot be used: nobody knows why', 'a.xyz cannot be used: nobody knows why'],
  ['Something else.', 'Something else.'],
])('why a file cannot be used is told in German, and unknown words stay: %s', async (text, german) => {
  await act(() => setLanguage('de'));
  render(<LazyServerText text={text} />);
  expect(await screen.findByText(german)).toBeInTheDocument();
});

test.each(KEYS)('%s reads in English as the server wrote it, and is told in every language', async (key) => {
  expect(english[key]).toEqual(expect.anything());
  const text = written(key);
  const { container } = render(<LazyServerText text={text} />);
  await act(async () => undefined);
  expect(container).toHaveTextContent(text);
  for (const language of ['de', 'fr', 'es', 'ja', 'ar'] as const) {
    await act(() => setLanguage(language));
    expect(container.textContent).not.toContain(text);
    expect(container.textContent).not.toContain('{');
  }
});
