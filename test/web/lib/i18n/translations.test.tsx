import { act, render, screen } from '@testing-library/react';

import { setLanguage, createTranslations, useLanguage } from '../../../../web/lib/i18n/translations.ts';
import { TrialCounter } from '../../../../web/features/trial/trial-counter.tsx';

afterEach(() => setLanguage('en'));

describe('the texts of the page', () => {
  it('change at once with the language, and the direction of the page with them', async () => {
    render(<TrialCounter used={1} limit={3} />);
    expect(screen.getByRole('status')).toHaveTextContent('2 of 3 free messages left today');

    await act(() => setLanguage('de'));
    expect(screen.getByRole('status')).toHaveTextContent('Heute noch 2 von 3 kostenlosen Nachrichten');
    expect(document.documentElement).toHaveAttribute('lang', 'de');
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');

    await act(() => setLanguage('ar'));
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  });

  it('are English where a translation does not come', async () => {
    const { t: say } = createTranslations('no-such-part', { hello: 'Hello' });
    await setLanguage('fr');
    expect(say('hello')).toBe('Hello');
  });

  it('reach a part of the page that comes later than the choice of the language', async () => {
    await setLanguage('es');
    const { useTranslations } = createTranslations('trial', { limitAction: 'Get Started Free' });
    const Late = () => <p>{useTranslations()('limitAction')}</p>;
    render(<Late />);
    expect(await screen.findByText('Empezar gratis')).toBeInTheDocument();
  });

  it('take elements in place of their tags', () => {
    const { t: say } = createTranslations('rich', { terms: 'Read <link>the terms</link> first' });
    // Message files are compiled by the build; here the compiled form stands for itself.
    const compiled = createTranslations('rich-compiled', {
      terms: ['Read ', ['link', 'the terms'], ' first'] as unknown as string,
    });
    render(<p>{compiled.t.rich('terms', { link: (inside) => <a href="/terms">{inside}</a> })}</p>);
    expect(screen.getByRole('link', { name: 'the terms' })).toBeInTheDocument();
    expect(say('terms')).toContain('Read');
  });

  it('tell which language is spoken', async () => {
    const Told = () => <p>{useLanguage()}</p>;
    render(<Told />);
    await act(() => setLanguage('ja'));
    expect(screen.getByText('ja')).toBeInTheDocument();
  });
});
