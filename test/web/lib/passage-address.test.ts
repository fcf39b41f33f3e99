import { toPassageAddress } from '../../../web/lib/passage-address.ts';

test.each(['/?file=f1', 'https://example.org/page'])(
  'words are cut between letters, also in the address %s',
  (address) => {
    const words = 'x'.repeat(299);
    expect(toPassageAddress(address, `${words}😀 and more`)).toMatch(/x$/);
    expect(toPassageAddress(address, `${words.slice(1)}😀 and more`)).toMatch(/%F0%9F%98%80$/);
  },
);
