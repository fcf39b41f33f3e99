import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The build writes the tokens as `lab()`. Beside `transparent`, such a colour has no hue in a space that has hues, and
 * a warm grey is drawn pink.
 */
test('no style mixes colours in a space that has hues', () => {
  const styles = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  expect(styles.length).toBeGreaterThan(50);
  expect(
    styles.filter((name) => /color-mix\(\s*in (?:oklch|lch|hsl|hwb)\b/.test(readFileSync(join('web', name), 'utf8'))),
  ).toEqual([]);
});
