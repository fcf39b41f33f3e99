import { directionOf, languageFor, localeFor } from '../../../../web/lib/i18n/language.ts';

describe('which language the page speaks', () => {
  it('is the one that was chosen', () => {
    expect(languageFor('ja', ['de-AT', 'en'])).toBe('ja');
  });

  it('is else the first of the browser that it knows, whatever its region', () => {
    expect(languageFor('auto', ['it-IT', 'fr-CA', 'de'])).toBe('fr');
  });

  it('is English where it knows none of them', () => {
    expect(languageFor('auto', ['it', 'pt-BR'])).toBe('en');
    expect(languageFor('auto', [])).toBe('en');
  });

  it('writes dates and numbers as in the region of the browser, if that speaks the language', () => {
    expect(localeFor('de', ['en-US', 'de-CH'])).toBe('de-CH');
    expect(localeFor('de', ['en-US'])).toBe('de');
  });

  it('runs from right to left in Arabic only', () => {
    expect(directionOf('ar')).toBe('rtl');
    expect(directionOf('ja')).toBe('ltr');
  });
});
