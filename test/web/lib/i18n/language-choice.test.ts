import { chooseLanguage, getLanguageChoice, applyLanguageChoice } from '../../../../web/lib/i18n/language-choice.ts';
import { currentLanguage, setLanguage } from '../../../../web/lib/i18n/translations.ts';

afterEach(() => setLanguage('en'));

describe('the language somebody chose', () => {
  it('is spoken at once and at the next start', async () => {
    await chooseLanguage('fr');
    expect(currentLanguage()).toBe('fr');
    await setLanguage('en');
    await applyLanguageChoice();
    expect(currentLanguage()).toBe('fr');
  });

  it("gives way to the browser's again", async () => {
    await chooseLanguage('ja');
    await chooseLanguage('auto');
    expect(getLanguageChoice()).toBe('auto');
    expect(currentLanguage()).toBe('en');
  });

  it('is the browser’s where what lies in the storage means nothing', () => {
    localStorage.setItem('language', '{"choice":"tlh"}');
    expect(getLanguageChoice()).toBe('auto');
  });
});
