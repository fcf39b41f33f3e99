import { excerptFor } from '../../src/shared/excerpt.ts';
import { foldText, foldWithOffsets } from '../../src/shared/fold-text.ts';
import { findPhrase, markWords } from '../../src/shared/find-text.ts';

const phrases = (text: string, query: string): string[] =>
  findPhrase(foldWithOffsets(text), query).map(({ start, end }) => text.slice(start, end));
const words = (text: string, query: string): string[] =>
  markWords(text, query).map(({ start, end }) => text.slice(start, end));

describe('a text that is searched', () => {
  test('is found without its case and accents, and named as it is written', () => {
    expect(phrases('Crème BRÛLÉE, creme brulee', 'crème b')).toEqual(['Crème B', 'creme b']);
    expect(phrases('cafe\u0301 au lait', 'café')).toEqual(['cafe\u0301']);
    expect(phrases('ﬁnd the ｆｉｎｄ', 'find')).toEqual(['ﬁnd', 'ｆｉｎｄ']);
    expect(phrases('Ὀδός ΟΔΟΣ', 'οδοσ')).toEqual(['Ὀδός', 'ΟΔΟΣ']);
    expect(phrases('한국어 \u1112\u1161\u11ab\u1100\u116e\u11a8', '한국')).toEqual([
      '한국',
      '\u1112\u1161\u11ab\u1100\u116e\u11a8',
    ]);
  });

  test('is found across any kind of space, and never for nothing', () => {
    expect(phrases('one\u00a0two, one two, one\ntwo', 'one two')).toEqual(['one\u00a0two', 'one two', 'one\ntwo']);
    expect(phrases('a b', '')).toEqual([]);
    expect(phrases('a b', ' ')).toEqual([]);
    expect(phrases('aaaa', 'aa')).toEqual(['aa', 'aa']);
  });

  test('is folded as the index folds it', () => {
    for (const text of ['Crème BRÛLÉE', 'ﬁnd ｆｉｎｄ', 'ÖSTERREICH', '東京都', 'İstanbul', '½ ㎏ e\u0301'])
      expect(foldWithOffsets(text).text).toBe(foldText(text));
  });

  test('is marked where words of the query begin', () => {
    expect(words('Bread, breadcrumbs and gingerbread', 'bread')).toEqual(['Bread', 'bread']);
    expect(words('Über Österreich', 'oster UBER')).toEqual(['Über', 'Öster']);
    expect(words('私は東京都に住んでいます', '京都')).toEqual(['京都']);
    expect(words('<b>bread</b>', 'b')).toEqual(['b', 'b', 'b']);
    expect(words('bread', '***')).toEqual([]);
  });
});

describe('an excerpt', () => {
  test('is the sentence with the words, without marks of Markdown', () => {
    const text = '# Baking\n\nFirst words. Rye **bread** takes [caraway](https://a.example/x) seeds.[1] The rest.';
    expect(excerptFor(text, 'caraway bread')).toBe('Rye bread takes caraway seeds. The rest.');
  });

  test('is where most words stand, and says where it was cut', () => {
    const filler = 'nothing here about it at all '.repeat(20);
    const excerpt = excerptFor(`rye ${filler} and then rye bread with caraway ${filler}`, 'rye caraway') ?? '';
    expect(excerpt).toMatch(/^…/);
    expect(excerpt).toContain('rye bread with caraway');
    expect(excerpt).toMatch(/…$/);
    expect(excerpt.length).toBeLessThan(170);
  });

  test('takes code as it is, and is none where no word is', () => {
    expect(excerptFor('```js\nconst answer = 42;\n```', 'answer')).toBe('const answer = 42;');
    expect(excerptFor('bread', 'rye')).toBeNull();
  });
});
