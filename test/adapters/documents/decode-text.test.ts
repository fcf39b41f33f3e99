import { decodeText } from '../../../src/adapters/documents/decode-text.ts';

test('the signs of a text from Windows are there: money, quotes and dashes', () => {
  const bytes = Buffer.concat([
    Buffer.from('Preis: 3 '),
    Buffer.from([0x80, 0x20, 0x96, 0x20, 0x84, 0x93]),
    Buffer.from('.'),
  ]);
  expect(decodeText(bytes)).toBe('Preis: 3 € – „“.');
});

test('half a character at the end is no UTF-8', () => {
  expect(decodeText(Buffer.from('Es wird größer').subarray(0, 11))).toBe('Es wird grÃ');
});
