import type { WordNumber } from './word-number.ts';

const KANJI_DIGITS = '〇一二三四五六七八九';
const KANJI_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 1e4, 億: 1e8 };
const KANJI_NUMBER =
  /[〇一二三四五六七八九十百千万億两兩]{1,12}(?=年|か月|ヶ月|カ月|个月|個月|月|週|周|日|天|時間|小时|分|秒|人|名|つ|個|个|台|本|枚|回|倍|階|歳|割|パーセント|％|円|元|ユーロ|ドル|キロ|メートル|億|万|か国|カ国|ヶ国|国|種|社|校|次|番目)/gu;

const kanjiValue = (run: string): number => {
  let total = 0;
  let current = 0;
  let digit = 0;
  for (const sign of run.replace(/[两兩]/g, '二')) {
    const scale = KANJI_SCALES[sign];
    if (scale === undefined) digit = digit * 10 + KANJI_DIGITS.indexOf(sign);
    else if (scale >= 1e4) {
      total += (current + digit || 1) * scale;
      current = 0;
      digit = 0;
    } else {
      current += (digit || 1) * scale;
      digit = 0;
    }
  }
  return total + current + digit;
};

/** `六週間`, `三人`: only before a counter, because the signs are parts of other words. */
export const findKanjiNumbers = (text: string): WordNumber[] =>
  [...text.matchAll(KANJI_NUMBER)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
    value: kanjiValue(run),
  }));
