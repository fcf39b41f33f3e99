import { formatFileSize } from '../../../web/lib/format-file-size.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';

afterEach(() => setLanguage('en'));

test.each([
  [0, '0 Bytes'],
  [512, '512 Bytes'],
  [1536, '1.5 KB'],
  [1_048_000, '1023.4 KB'],
  [20 * 1024 ** 2, '20 MB'],
  [3 * 1024 ** 4, '3072 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

test('sizes are written as the language of the page writes them', async () => {
  await setLanguage('fr');
  expect([formatFileSize(512), formatFileSize(1536)]).toEqual(['512 octets', '1,5 Ko']);
  await setLanguage('de');
  expect(formatFileSize(1536)).toBe('1,5 KB');
});
