/** Old encodings of pages that do not say theirs, by how alike a text of another one looks in them. */
const MULTI_BYTE = ['shift_jis', 'euc-jp', 'gb18030', 'euc-kr', 'big5'];
const SAMPLE_BYTES = 64 * 1024;

const isValid = (bytes: Buffer, label: string): boolean => {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true }); // a sample may end within a character
    return true;
  } catch {
    return false;
  }
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Kana, the most frequent Chinese characters and syllables of Korean: what a wrong decoding seldom has. */
const FAMILIAR: Readonly<Record<string, RegExp>> = {
  shift_jis: /[\u3041-\u30fe]/g,
  'euc-jp': /[\u3041-\u30fe]/g,
  gb18030:
    /[的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年同工也能下过子说产种面而方后多定行学法所民得经]/g,
  'euc-kr': /[\uac00-\ud7a3]/g,
  big5: /[的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年同工也能下過子說產種面而方後多定行學法所民得經]/g,
};
const MIN_FAMILIAR_SHARE = 0.15;

const multiByteCharset = (bytes: Buffer): string | undefined => {
  const scored = MULTI_BYTE.filter((label) => isValid(bytes, label)).map((label) => {
    const text = new TextDecoder(label).decode(bytes);
    const foreign = count(text, /[^\x00-\x7f]/g) || 1;
    return { label, share: count(text, FAMILIAR[label] ?? /(?!)/g) / foreign };
  });
  const [best] = scored.toSorted((a, b) => b.share - a.share);
  return best && best.share >= MIN_FAMILIAR_SHARE ? best.label : undefined;
};

/** In windows-1251 words are made of letters from 0xC0 on alone; Western ones have them between ASCII letters. */
const isCyrillic = (bytes: Buffer): boolean => {
  const text = new TextDecoder('windows-1251').decode(bytes);
  return count(text, /[а-яё]{3}/gi) * 3 > count(text, /[^\x00-\x7f]/g) / 2;
};

/** UTF-8, unless it cannot be. */
export const guessCharset = (whole: Buffer): string => {
  const bytes = whole.subarray(0, SAMPLE_BYTES);
  if (isValid(bytes, 'utf-8')) return 'utf-8';
  return multiByteCharset(bytes) ?? (isCyrillic(bytes) ? 'windows-1251' : 'windows-1252');
};
