import { pageKey, withoutTracking } from '../../../src/domain/agents/page-key.ts';

test.each([
  'https://files.example.org/view?share=4f1c9a',
  'https://shop.example.org/item?id=7',
  'https://forum.example.org/topic?m=message-12',
])('what a page needs to be found stays in its address: %s', (address) => {
  expect(withoutTracking(new URL(address)).href).toBe(address);
  expect(pageKey(address)).toBe(address.slice('https://'.length));
});

test('an address is the same page without what only says where a reader came from', () => {
  const key = pageKey('https://example.org/news/rain');
  expect(pageKey('http://www.example.org/news/rain/?utm_source=mail&fbclid=x#top')).toBe(key);
  expect(pageKey('https://m.example.org/news/rain?amp=1')).toBe(key);
});
