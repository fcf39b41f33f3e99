import { screen, within } from '@testing-library/react';

import { GEMMA, KIMI, someDiscovery, withAdmin } from '../../support/admin.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { inPanel, startPanel } from './support/a-panel.tsx';

const MAKERS = ['Acme', 'Globex', 'Initech', 'Umbrella'];

const manyModels = (count: number) => {
  const [like] = someDiscovery().models;
  return Array.from({ length: count }, (_, n) => ({
    ...like,
    id: `vendor/model-${n}`,
    displayName: `Model ${n}`,
    owned_by: MAKERS[n % MAKERS.length],
  }));
};

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer())
    .on('GET', '/api/ai/discover-models', () => answer({ ...someDiscovery(), models: manyModels(400) }))
    .install();
});
afterEach(() => server.restore());

const primary = () => inPanel().findByLabelText('Primary model, Free');
const options = async () => within(await primary()).getAllByRole('option');

test('of hundreds of models only the chosen one is drawn, until its field is used', async () => {
  const { user } = startPanel('model-access');
  expect(await inPanel().findByText(/^40[0-9] of 40[0-9] models$/)).toBeInTheDocument();
  expect((await options()).map(({ textContent }) => textContent)).toEqual([KIMI]);
  await user.click(await primary());
  expect((await options()).length).toBeGreaterThan(400);
  expect(within(await primary()).getByRole('group', { name: 'Acme' })).toBeInTheDocument();
  await user.tab();
  expect(await options()).toHaveLength(1);
});

test('the filter narrows every list by name, id and maker, and never drops what is chosen', async () => {
  const { user } = startPanel('model-access');
  await user.type(await inPanel().findByLabelText('Filter models'), 'globex 39');
  expect(await inPanel().findByText(/^\d of 40[0-9] models$/)).toHaveAttribute('role', 'status');
  const names = (await options()).map(({ textContent }) => textContent ?? '');
  expect(names[0]).toBe(KIMI);
  expect(names.slice(1).length).toBeGreaterThan(0);
  expect(names.slice(1).every((name) => name.includes('39'))).toBe(true);
  await user.selectOptions(await primary(), 'vendor/model-397');
  await user.clear(inPanel().getByLabelText('Filter models'));
  expect(await primary()).toHaveValue('vendor/model-397');
  expect(screen.getByLabelText('Fallback model, Free')).toHaveValue(GEMMA);
});
