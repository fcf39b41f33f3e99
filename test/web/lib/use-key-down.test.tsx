import { createRoot } from 'react-dom/client';

import { useKeyDown } from '../../../web/lib/hooks/use-key-down.ts';

const keys: string[] = [];
const Page = () => {
  useKeyDown(({ key }) => keys.push(key));
  return <main>words</main>;
};

test('a key that is pressed in the moment the page is seen is taken', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }); // React does its work when a browser would let it
  const container = document.createElement('div');
  const seen = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k' }));
      resolve();
    }).observe(container, { childList: true });
  });
  const root = createRoot(container);
  root.render(<Page />);
  await seen;
  expect(keys).toEqual(['k']);
  root.unmount();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
  expect(keys).toEqual(['k']);
});
