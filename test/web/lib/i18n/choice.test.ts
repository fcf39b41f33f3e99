import { chooseLanguage, chosenLanguage, speakAsChosen } from '../../../../web/lib/i18n/choice.ts';
import { currentLanguage, speak } from '../../../../web/lib/i18n/texts.ts';

afterEach(() => speak('en'));

describe('the language somebody chose', () => {
  it('is spoken at once and at the next start', async () => {
    await chooseLanguage('fr');
    expect(currentLanguage()).toBe('fr');
    await speak('en');
    await speakAsChosen();
    expect(currentLanguage()).toBe('fr');
  });

  it("gives way to the browser's again", async () => {
    await chooseLanguage('ja');
    await chooseLanguage('auto');
    expect(chosenLanguage()).toBe('auto');
    expect(currentLanguage()).toBe('en');
  });

  it('is the browser’s where what lies in the storage means nothing', () => {
    localStorage.setItem('language', '{"choice":"tlh"}');
    expect(chosenLanguage()).toBe('auto');
  });
});
