import fc from 'fast-check';

import { formatAddress, NEW_CHAT, parseAddress, type Address } from '../../../../web/app/router/address.ts';

test.each<[string, Address]>([
  ['/', NEW_CHAT],
  ['/c/abc', { at: 'chat', chatId: 'abc', messageId: null }],
  ['/c/abc/d/m1', { at: 'chat', chatId: 'abc', messageId: 'm1' }],
  ['/c/abc/m/m1/a/html-%C3%A9', { at: 'chat', chatId: 'abc', messageId: null, turnId: 'm1', artifactId: 'html-é' }],
  ['/c/abc/m/m1', { at: 'chat', chatId: 'abc', messageId: null, turnId: 'm1' }],
  ['/files', { at: 'files' }],
  ['/settings', { at: 'settings', section: null }],
  ['/settings/data', { at: 'settings', section: 'data' }],
  ['/admin', { at: 'admin', tab: null }],
  ['/admin/users', { at: 'admin', tab: 'users' }],
  ['/pricing', { at: 'pricing' }],
  ['/about', { at: 'about' }],
])('%s is read and written', (path, address) => {
  expect(parseAddress(path)).toEqual(address);
  expect(formatAddress(address)).toBe(path);
});

test('what is no address is that of a new chat, and an unknown tab is the panel', () => {
  for (const path of ['/c', '/c/', '/nowhere', '/c/%E0%A4', 'x', '']) expect(parseAddress(path)).toEqual(NEW_CHAT);
  expect(parseAddress('/admin/nothing')).toEqual({ at: 'admin', tab: null });
});

test('any id goes through an address and comes back', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (chatId, messageId) => {
      const [document, turn]: Address[] = [
        { at: 'chat', chatId, messageId },
        { at: 'chat', chatId, messageId: null, turnId: messageId },
      ];
      for (const address of [document, turn])
        if (address) expect(parseAddress(formatAddress(address))).toEqual(address);
    }),
  );
});
