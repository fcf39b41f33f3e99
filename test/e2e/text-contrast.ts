import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Words as they stand on the page, with their colour from 0 to 255. */
interface TextRun {
  readonly words: string;
  /** Large print needs less contrast, WCAG 1.4.3. */
  readonly isLarge: boolean;
  readonly ink: readonly number[];
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Every line of words that is in sight within the main area. */
const COLLECT_TEXT_RUNS = `(() => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const inkOf = (css) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    if (
      !node.data.trim() ||
      !of.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      of.closest('.visually-hidden, :disabled')
    )
      continue;
    const { color, fontSize, fontWeight } = getComputedStyle(of);
    const size = parseFloat(fontSize);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { x, y, width, height } of range.getClientRects()) {
      if (width < 2 || y < 0 || x < 0 || x + width > innerWidth || y + height > innerHeight) continue;
      found.push({
        words: node.data.trim(),
        isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
        ink: inkOf(color),
        box: { x, y, width, height },
      });
    }
  }
  return found;
})()`;

const NO_TRANSITIONS = 'main, main * { transition: none !important }';
const HIDE_TEXT = 'main, main *, main *::placeholder { color: transparent !important }';

/** WCAG 2.2, relative luminance of an sRGB colour. */
const luminance = (red: number, green: number, blue: number): number => {
  const linear = (part: number): number =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Such a part of the ground may be worse: a spark that floats by. */
const IGNORED_SHARE = 0.02;

/**
 * What of the words on the page stands on a ground that is too close to their colour at this moment, and by how much.
 */
export const lowContrastText = async (page: Page): Promise<readonly string[]> => {
  // The page's own rules let no other style element in. This also ends what keeps a journey's page transparent.
  const applyStyle = (style: string) =>
    page.evaluate(
      `window.worn ??= new CSSStyleSheet(); window.worn.replaceSync('${style}'); document.adoptedStyleSheets = ` +
        '[window.worn]',
    );
  await applyStyle(NO_TRANSITIONS);
  const all = (await page.evaluate(COLLECT_TEXT_RUNS)) as readonly TextRun[];
  if (all.length === 0) throw new Error('there are no words on the page');
  await applyStyle(`${NO_TRANSITIONS} ${HIDE_TEXT}`);
  const picture = await page.screenshot({ animations: 'allow' });
  await applyStyle(NO_TRANSITIONS);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const groundOf = ({ x, y, width, height }: TextRun['box']): readonly number[] => {
    const grounds: number[] = [];
    for (let row = Math.floor(y); row < y + height; row += 2) {
      for (let column = Math.floor(x); column < x + width; column += 2) {
        const at = (row * info.width + column) * 3;
        grounds.push(luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
      }
    }
    return grounds;
  };
  return all.flatMap(({ words, isLarge, ink: [red = 0, green = 0, blue = 0], box }) => {
    const ink = luminance(red, green, blue);
    const ratios = groundOf(box)
      .map((ground) => contrast(ink, ground))
      .sort((one, other) => one - other);
    const worst = ratios[Math.floor(ratios.length * IGNORED_SHARE)] ?? 21;
    return worst >= (isLarge ? 3 : 4.5) ? [] : [`"${words}" has ${worst.toFixed(2)}`];
  });
};
