import { act, screen, within } from '@testing-library/react';

import { setLanguage } from '../../../../web/lib/i18n/translations.ts';
import { withAdmin } from '../../support/admin.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { startPanel } from './support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(async () => {
  await act(() => setLanguage('en'));
  server.restore();
});

const startIn = async (language: 'de' | 'ar', ...at: Parameters<typeof startPanel>) => {
  await setLanguage(language);
  return startPanel(...at);
};

test('the panel speaks German: tabs, numbers, plurals, the missing reason, names of connections', async () => {
  const { user, go } = await startIn('de', 'file-storage');
  const panel = within(await screen.findByRole('dialog', { name: 'Admin-Bereich' }));
  expect(panel.getByRole('tab', { selected: true })).toHaveTextContent('Dateispeicher');
  expect(await panel.findByText('3 Tage', { selector: 'strong' })).toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: '1 Tag' }));
  await user.click(panel.getByRole('button', { name: 'Änderungen speichern' }));
  expect(panel.getByText('Bitte geben Sie einen Grund für diese Änderung an')).toBeInTheDocument();

  await user.click(panel.getByRole('button', { name: 'Zurücksetzen' }));
  go('users');
  expect(await panel.findByText('1.234')).toBeInTheDocument();

  go('overview');
  expect(await panel.findByRole('button', { name: 'Verbindung testen: Datenbank' })).toBeInTheDocument();
  const [, models, payments, texts] = panel.getAllByRole('status').filter((one) => one.closest('li'));
  expect(models).toHaveTextContent('GestörtThe provider refused the key.');
  expect(payments).toHaveTextContent('SandboxNichts verlässt diesen Server');
  expect(texts).toHaveTextContent('AusNicht eingerichtet');
});

test('the panel speaks Arabic from right to left, with its plurals, and follows a change of language', async () => {
  await startIn('ar', 'file-storage');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  const panel = within(screen.getByRole('dialog', { name: 'لوحة الإدارة' }));
  expect(await panel.findByText('3 أيام', { selector: 'strong' })).toBeInTheDocument();
  expect(panel.getByRole('button', { name: '30 يومًا' })).toBeInTheDocument();

  await act(() => setLanguage('fr'));
  expect(screen.getByRole('dialog', { name: 'Panneau d’administration' })).toBeInTheDocument();
  expect(panel.getByText('3 jours', { selector: 'strong' })).toBeInTheDocument();
});
