import { render, screen } from '@testing-library/react';

import { CopyLine } from '../../../../web/ui/markdown/copy-line.tsx';

test('the tip of the button stands over its line, where it widens nothing that scrolls', () => {
  render(
    <CopyLine text="https://parley.test/v1" label="Copy base URL of this installation">
      <code>https://parley.test/v1</code>
    </CopyLine>,
  );
  const button = screen.getByRole('button', { name: 'Copy base URL of this installation' });
  expect(button).toHaveClass('left');
});
