import { directionOf, resolveLanguage, resolveLocale } from '../../../../web/lib/i18n/language.ts';

describe('which language the page speaks', () => {
  it('is the one that was chosen', () => {
    expect(resolveLanguage('ja', ['de-AT', 'en'])).toBe('ja');
  });

  it('is else the first of the browser that it knows, whatever its region', () => {
    expect(resolveLanguage('auto', ['it-IT', 'fr-CA', 'de'])).toBe('fr');
  });

  it('is English where it knows none of them', () => {
    expect(resolveLanguage('auto', ['it', 'pt-BR'])).toBe('en');
    expect(resolveLanguage('auto', [])).toBe('en');
  });

  it('writes dates and numbers as in the region of the browser, if that speaks the language', () => {
    expect(resolveLocale('de', ['en-US', 'de-CH'])).toBe('de-CH');
    expect(resolveLocale('de', ['en-US'])).toBe('de');
  });

  it('runs from right to left in Arabic only', () => {
    expect(directionOf('ar')).toBe('rtl');
    expect(directionOf('ja')).toBe('ltr');
  });
});
