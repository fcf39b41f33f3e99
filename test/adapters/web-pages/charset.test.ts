import { decodeText } from '../../../src/adapters/web-pages/charset.ts';

const page = (hex: string, head = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<html><head>${head}</head><body><p>`),
    Buffer.from(hex, 'hex'),
    Buffer.from('</p></body></html>'),
  ]);
const bodyOf = (bytes: Buffer, type = 'text/html'): string | undefined =>
  /<p>(.*)<\/p>/.exec(decodeText(bytes, type))?.[1];

/** Texts with their bytes in an encoding of which the page says nothing. */
test.each([
  [
    'shift_jis',
    '東京タワーの高さは333メートルで、1958年に完成しました。',
    '938c8b9e835e838f815b82cc8d8282b382cd3333338381815b8367838b82c5814131393538944e82c98aae90ac82b582dc82b582bd8142',
  ],
  [
    'euc_jp',
    '東京タワーの高さは333メートルで、1958年に完成しました。',
    'c5ecb5fea5bfa5efa1bca4ceb9e2a4b5a4cf333333a5e1a1bca5c8a5eba4c7a1a231393538c7afa4cbb4b0c0aea4b7a4dea4b7a4bfa1a3',
  ],
  [
    'cp1251',
    'Москва столица России, в ней живёт 13 миллионов человек.',
    'cceef1eae2e020f1f2eeebe8f6e020d0eef1f1e8e82c20e220ede5e920e6e8e2b8f220313320ece8ebebe8eeedeee220f7e5ebeee2e5ea2e',
  ],
  [
    'cp1252',
    'Die Brücke wurde für die Bürger größer gebaut.',
    '446965204272fc636b652077757264652066fc72206469652042fc72676572206772f6df6572206765626175742e',
  ],
  [
    'gb18030',
    '上海中心大厦是中国的一座大楼，它的高度为632米。',
    'c9cfbaa3d6d0d0c4b4f3cfc3cac7d6d0b9fab5c4d2bbd7f9b4f3c2a5a3accbfcb5c4b8dfb6c8ceaa363332c3d7a1a3',
  ],
  [
    'big5',
    '上海中心大廈是中國的一座大樓，它的高度為632米。',
    'a457aefca4a4a4dfa46ab748ac4fa4a4b0eaaabaa440ae79a46abcd3a141a5a6aabab0aaabd7acb0363332a6cca143',
  ],
  [
    'euc_kr',
    '롯데월드타워의 높이는 555미터이다.',
    'b7d4b5a5bff9b5e5c5b8bff6c0c720b3f4c0ccb4c220353535b9ccc5cdc0ccb4d92e',
  ],
  [
    'cp1252',
    'Le café « Été » à Orléans coûte 3 €.',
    '4c6520636166e920ab20c974e920bb20e0204f726ce9616e7320636ffb7465203320802e',
  ],
  ['utf-8', 'Straße und Grüße.', '53747261c39f6520756e64204772c3bcc39f652e'],
])('a page in %s that does not say so is read: %s', (_, text, hex) => {
  expect(bodyOf(page(hex))).toBe(text);
});

const TOKYO = '938c8b9e';

test.each([
  ['<meta charset="Shift_JIS">'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">'],
  [`<style>${'a{}'.repeat(2000)}</style><meta charset="shift_jis">`],
])('the charset that the head names is taken: %#', (head) => {
  expect(bodyOf(page(TOKYO, head))).toBe('東京');
});

test('the charset of an XML declaration is taken', () => {
  const xml = Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><html><body><p>');
  expect(bodyOf(Buffer.concat([xml, Buffer.from(TOKYO, 'hex'), Buffer.from('</p>')]))).toBe('東京');
});

test('an unknown charset, and UTF-16 that single bytes name, are not believed', () => {
  const hex = Buffer.from('größer').toString('hex');
  expect(bodyOf(page(hex), 'text/html; charset=utf8mb4')).toBe('größer');
  expect(bodyOf(page(hex, '<meta charset="utf-16">'))).toBe('größer');
});

test('UTF-16 is read with a byte order mark and without', () => {
  const wide = Buffer.from('<html><p>größer</p>', 'utf16le');
  expect(bodyOf(wide)).toBe('größer');
  expect(bodyOf(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]))).toBe('größer');
  expect(bodyOf(Buffer.from(wide).swap16())).toBe('größer');
});
