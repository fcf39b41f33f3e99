import { CryptoSecretBox } from '../../../src/adapters/system/secret-box.ts';
import { behavesLikeSecretBox } from '../../contracts/setup.ts';

behavesLikeSecretBox('AES', (key, previous) => new CryptoSecretBox(key, previous));

const box = new CryptoSecretBox('a secret of this test');

test('two seals of one text differ, and no changed one opens', () => {
  const sealed = box.seal('sk-1');
  expect(box.seal('sk-1')).not.toBe(sealed);
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.open(changed.toString('base64url'))).toBeUndefined();
  }
});
