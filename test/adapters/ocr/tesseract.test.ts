import { execFileSync } from 'node:child_process';

import { cleanText, latinLanguage } from '../../../src/adapters/ocr/languages.ts';
import { TesseractRecognizer } from '../../../src/adapters/ocr/tesseract-recognizer.ts';
import { expectLinear } from '../../support/expect-linear.ts';
import { pageImage } from '../../support/scans.ts';

const PATIENCE_MS = 120_000;
const never = new AbortController().signal;

/** The image of a text can only be made where a font of its script is installed. */
const hasFont = (language: string): boolean => {
  try {
    return execFileSync('fc-list', [`:lang=${language}`]).length > 0;
  } catch {
    return false;
  }
};

const PAGES: readonly (readonly [language: string, lines: readonly string[], words: readonly string[]])[] = [
  ['en', ['The rent is due on the third', 'working day of each month.'], ['rent is due on the third', 'each month']],
  [
    'de',
    ['Die Miete ist am dritten Werktag', 'fällig, größere Schäden sind', 'sofort zu melden.'],
    ['fällig', 'größere Schäden'],
  ],
  [
    'fr',
    ['Le loyer est dû à la fin du mois et', 'les réparations sont à la charge', 'de la propriétaire.'],
    ['loyer est dû à la fin', 'réparations'],
  ],
  [
    'es',
    ['El alquiler se paga el día tres de', 'cada mes y no incluye la calefacción', 'de los años que vienen.'],
    ['calefacción', 'años'],
  ],
  ['ja', ['家賃は毎月三日までに', '支払わなければなりません'], ['家賃は毎月', '支払わなければ']],
  ['ar', ['الإيجار مستحق في اليوم الثالث من كل شهر', 'والتأمين يعادل إيجار شهرين'], ['الإيجار مستحق', 'شهرين']],
];

describe('letters in an image', () => {
  const ocr = new TesseractRecognizer();
  const recognize = async (lines: readonly string[], signal = never) =>
    ocr.recognize({ ownerId: 'ann', bytes: await pageImage(lines) }, signal);
  afterAll(() => ocr.close());

  test('can be recognised: all languages are installed', () => {
    expect(ocr.available).toBe(true);
    expect(new TesseractRecognizer({ isOn: false }).available).toBe(false);
  });

  for (const [language, lines, words] of PAGES)
    (hasFont(language) ? test : test.skip)(
      `are recognised in ${language}, whatever the page before was in`,
      async () => {
        const text = await recognize(lines);
        for (const word of words) expect(text).toContain(word);
      },
      PATIENCE_MS,
    );

  test(
    'are none on an empty page, and what is no image is no text',
    async () => {
      expect(await recognize([])).toBe('');
      expect(await ocr.recognize({ ownerId: 'ann', bytes: Buffer.from('no image') }, never)).toBe('');
    },
    PATIENCE_MS,
  );

  test(
    'are given up with the signal, too long work costs its thread, and the next image is read',
    async () => {
      const leave = new AbortController();
      const left = recognize(['One'], leave.signal);
      leave.abort('gone');
      await expect(left).rejects.toBe('gone');
      const hasty = new TesseractRecognizer({ limits: { timeoutMs: 1 } });
      const image = { ownerId: 'ann', bytes: await pageImage(['One']) };
      await expect(hasty.recognize(image, never)).rejects.toMatchObject({ reason: 'too slow' });
      await hasty.close();
      await ocr.rest();
      expect(await recognize(['The end of the story'])).toContain('The end of the story');
    },
    PATIENCE_MS,
  );
});

describe('recognised text', () => {
  test('loses the blanks between Japanese letters and the hyphens of divided words', () => {
    expect(cleanText('家賃 は 毎月 三 日 A B。\n')).toBe('家賃は毎月三日 A B。');
    expect(cleanText('the apart-\nment of Anna-\nMaria  \n\n\n\nEnd')).toBe('the apartment of Anna-\nMaria\n\nEnd');
  });

  test('tells its language by frequent words, also without accents', () => {
    expect(
      ['', 'Die Miete ist am dritten Werktag fallig', 'Le loyer est du a la fin', 'la renta de los meses y el dia'].map(
        latinLanguage,
      ),
    ).toEqual([undefined, 'deu', 'fra', 'spa']);
  });

  test('is cleaned in time that grows as it does', async () => {
    for (const piece of [' ', '日 ', 'a-\n', '\n', ' \n', '日'])
      await expectLinear({ size: 20_000, make: (size) => piece.repeat(size), run: cleanText });
  });
});
