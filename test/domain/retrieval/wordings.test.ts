import { leansOnPrevious } from '../../../src/domain/retrieval/follow-up.ts';
import { firstWordings } from '../../../src/domain/retrieval/wordings.ts';

describe('a question leans on the one before', () => {
  test.each([
    'And how do I do that?',
    'Why?',
    'What about children?',
    'How long does it last in winter?',
    'Und wie lange dauert das?',
    'Gilt dies auch am Wochenende?',
    'Und im Winter?',
    'Et pour les enfants ?',
    'Combien cela coûte-t-il par mois ?',
    '¿Y cuánto cuesta eso?',
    '¿Y cuánto cuesta la bomba?',
    'それはいつまでですか？',
    'では、子供は？',
    'وماذا عن الأطفال؟',
    '',
  ])('when it is short, continues, or points back: %s', (question) => {
    expect(leansOnPrevious(question)).toBe(true);
  });

  test.each([
    'How long does the guarantee cover the pump?',
    'Wie hoch ist die Kaution der Wohnung?',
    'Combien coûte le renouvellement du passeport ?',
    '¿Cuánto dura la garantía de la bomba?',
    '冷蔵庫の保証期間は何年ですか？',
    'Explain how the board elects its chair, which majority it needs, and whether they may vote by proxy or letter',
  ])('not when it says everything itself: %s', (question) => {
    expect(leansOnPrevious(question)).toBe(false);
  });
});

describe('what is searched for without a model', () => {
  const texts = (...of: Parameters<typeof firstWordings>) => firstWordings(...of).map(({ text }) => text);

  test('is the question alone when it needs no other', () => {
    expect(firstWordings('How long does the guarantee cover the pump?', ['Who made the lamp?'])).toEqual([
      { kind: 'question', text: 'How long does the guarantee cover the pump?', weight: 1 },
    ]);
    expect(texts('Why?', [])).toEqual(['Why?']);
  });

  test('has the words of the earlier question, which always count less than its own', () => {
    const [own, both, ...rest] = firstWordings('And how do I descale it?', ['How do I clean the kettle?']);
    expect([own?.text, both?.text, rest]).toEqual([
      'And how do I descale it?',
      'And how do I descale it?\nHow do I clean the kettle?',
      [],
    ]);
    expect(both?.weight).toBeLessThan(0.5 * (own?.weight ?? 0));
  });

  test('is the earlier question where there is no word of its own, and the one before that where it leans too', () => {
    expect(firstWordings('And how do I do that?', ['How do I descale the kettle?'])).toEqual([
      { kind: 'previous', text: 'How do I descale the kettle?', weight: 1 },
    ]);
    expect(texts('Why?', ['And the filter?', 'How do I descale the kettle?', 'Who made the lamp?'])).toEqual([
      'And the filter?\nHow do I descale the kettle?',
    ]);
  });

  test('stays bounded, however long the conversation is', () => {
    const long = 'filter '.repeat(5000);
    for (const { text } of firstWordings(`${long}it`, [long, long])) expect(text.length).toBeLessThanOrEqual(2000);
    const [, both] = firstWordings('And the hose?', [long, long, long]);
    expect(both?.text.length).toBeLessThanOrEqual(2000);
  });
});
