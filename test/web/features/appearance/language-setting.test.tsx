import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { LanguageSetting } from '../../../../web/features/appearance/language-setting.tsx';
import { SuggestionPills } from '../../../../web/features/welcome/suggestion-pills.tsx';
import { setLanguage } from '../../../../web/lib/i18n/translations.ts';

afterEach(() => setLanguage('en'));

test('the language is chosen by its own name and spoken at once; the browser’s can be had again', async () => {
  const person = userEvent.setup();
  render(
    <>
      <LanguageSetting />
      <SuggestionPills ready={false} typed="" onPick={() => undefined} />
    </>,
  );
  await person.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
  expect(await screen.findByLabelText('Sprache')).toHaveValue('de');
  expect(screen.getByRole('list', { name: 'Vorschläge', hidden: true })).toBeInTheDocument();

  await person.selectOptions(screen.getByLabelText('Sprache'), 'العربية');
  expect(await screen.findByLabelText('اللغة')).toHaveValue('ar');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');

  await person.selectOptions(screen.getByLabelText('اللغة'), 'كما في المتصفح');
  expect(await screen.findByLabelText('Language')).toHaveValue('auto');
});
