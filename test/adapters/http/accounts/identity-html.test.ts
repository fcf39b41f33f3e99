import { Script } from 'node:vm';

import { popupScript } from '../../../../src/adapters/http/accounts/identity-html.ts';

// A script in a string is seen by no linter and no type checker.
test('the script of the sign-in popup is valid JavaScript', () => {
  expect(() => new Script(popupScript)).not.toThrow();
});
