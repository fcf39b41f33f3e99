import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { MEGABYTE_RANGE } from '../../../../../src/shared/settings/fields.ts';
import { NumberField } from '../../../../../web/features/admin/shared/number-field.tsx';
import type { Language } from '../../../../../web/lib/i18n/language.ts';
import { setLanguage } from '../../../../../web/lib/i18n/translations.ts';

afterEach(() => act(() => setLanguage('en')));

const MegabyteField = () => {
  const [value, setValue] = useState(1.5);
  return <NumberField label="MB" range={MEGABYTE_RANGE} value={value} onValue={setValue} />;
};

const start = async (language: Language) => {
  await act(() => setLanguage(language));
  render(<MegabyteField />);
  const box = screen.getByRole('spinbutton', { name: 'MB' });
  const write = async (text: string): Promise<void> => {
    await userEvent.clear(box);
    await userEvent.type(box, text);
  };
  return { box, write };
};

test.each(['de', 'fr', 'es'] as const)('in %s "2.000" is not taken for 2', async (language) => {
  const { box, write } = await start(language);
  expect(box).toHaveValue('1,5');
  for (const text of ['2.000', '200.000', '2.000.000']) {
    await write(text);
    expect([text, box.matches(':invalid, [aria-invalid="true"]')]).toEqual([text, true]);
  }
  for (const [text, value] of [
    ['2,125', '2.125'],
    ['2000', '2000'],
    ['2.5', '2.5'],
    ['0.125', '0.125'],
  ] as const) {
    await write(text);
    expect(box).toBeValid();
    expect(box).toHaveAttribute('aria-valuenow', value);
  }
  await write('2,125');
  await userEvent.keyboard('{ArrowUp}');
  expect(box).toHaveValue('3,125');
  expect(box).toBeValid();
});

test('in English a comma is no decimal sign, and a point is one', async () => {
  const { box, write } = await start('en');
  await write('2,000');
  expect(box).toBeInvalid();
  await write('2.125');
  expect(box).toHaveAttribute('aria-valuenow', '2.125');
});
