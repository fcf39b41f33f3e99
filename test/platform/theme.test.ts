import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadTheme } from '../../src/platform/theme.ts';
import { BUILT_IN_SKINS } from '../../web/features/appearance/skins.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-theme-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (content: unknown, name = 'theme.json'): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const read = (THEME_FILE?: string) => loadTheme({ DATA_DIR: folder, THEME_FILE });
const skins = (THEME_FILE?: string) => {
  const theme = read(THEME_FILE);
  if (!('skins' in theme)) throw new Error(theme.faults.join());
  return theme.skins;
};
const faults = (THEME_FILE?: string) => {
  const theme = read(THEME_FILE);
  return 'faults' in theme ? theme.faults : [];
};

test('without a file the skins are those that the page holds until it is told, aurora in the default one', () => {
  expect(skins()).toEqual(BUILT_IN_SKINS);
  expect(Object.keys(BUILT_IN_SKINS)).toEqual(['default', 'ember', 'harbor']);
  expect(BUILT_IN_SKINS.default).toMatchObject({
    ui: { hero_search: false },
    background: { enabled: true, effect: 'aurora', opacity: 1, speed: 1, respect_reduced_motion: true },
  });
});

test('what the file says of the default skin counts for all, and each skin can say otherwise', () => {
  write({
    default: { branding: { logo_text: 'Acme' }, background: { speed: 0.5 } },
    harbor: { branding: { logo_text: 'Acme at Sea' }, background: { effect: 'ripple' } },
  });
  const { default: base, ember, harbor } = skins();
  expect(base).toMatchObject({
    branding: { logo_text: 'Acme', subtitle: BUILT_IN_SKINS.default.branding.subtitle },
    background: { effect: 'aurora', speed: 0.5 },
  });
  expect(ember).toMatchObject({ branding: { logo_text: 'Acme' }, background: { effect: 'sunset', speed: 0.5 } });
  expect(harbor).toMatchObject({
    branding: { logo_text: 'Acme at Sea' },
    background: { effect: 'ripple', speed: 0.5 },
  });
});

test('a file that is named counts before the one in the data folder', () => {
  write({ default: { branding: { logo_text: 'Folder' } } });
  expect(skins(write({ default: { branding: { logo_text: 'Named' } } }, 'other.json')).default.branding.logo_text).toBe(
    'Named',
  );
});

describe('the operator’s own pages', () => {
  const legal = (content: unknown) => {
    const theme = read(write(content));
    return 'skins' in theme ? theme.legal : theme.faults;
  };

  test.each(['https://example.org/imprint', 'http://intranet/privacy', 'mailto:legal@example.org', '/imprint'])(
    '%s is a link',
    (imprint) => expect(legal({ default: {}, legal: { imprint } })).toEqual({ imprint, privacy: null }),
  );

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example/imprint',
    '/\\evil.example',
    'imprint.html',
    'mailto:',
    'https://',
    '',
    'https://example.org/a b',
    'ftp://example.org/',
  ])('%j is none', (imprint) =>
    expect(legal({ default: {}, legal: { imprint } })).toEqual([expect.stringContaining('legal.imprint: must be')]),
  );

  test('are none without a word of them', () => {
    expect([legal({ default: {} }), read()]).toEqual([null, expect.objectContaining({ legal: null })]);
  });
});

describe('a file with a fault', () => {
  test.each([
    [{ default: { background: { effect: 'rain' } } }, 'default.background.effect'],
    [{ default: { background: { opacity: 2 } } }, 'default.background.opacity'],
    [{ default: { background: { speed: 0 } } }, 'default.background.speed'],
    [{ default: { ui: { hero_search: 'yes' } } }, 'default.ui.hero_search'],
    [{ default: { branding: { logo_text: 'x'.repeat(25) } } }, 'default.branding.logo_text'],
    [{ default: { branding: { logo_text: ' ' } } }, 'default.branding.logo_text'],
    [{ default: { branding: { colour: 'red' } } }, 'default.branding.colour'],
    [{ default: {}, neon: {} }, 'neon'],
    [{ ember: {} }, 'default'],
  ])('%j is refused with the name of the field', (content, field) => {
    const path = write(content);
    expect(faults(path)).toEqual([expect.stringContaining(`THEME_FILE: ${field}: `)]);
    expect(faults()).toEqual([expect.stringContaining(`${path}: ${field}: `)]);
  });

  test('that is no JSON, or not there, is refused with its name', () => {
    const path = write('{ default: }');
    expect(faults(path)[0]).toContain(`THEME_FILE: ${path} is not JSON`);
    expect(faults(join(folder, 'gone.json'))).toEqual([`THEME_FILE: ${join(folder, 'gone.json')} cannot be read`]);
  });

  test('may have several, and all are told', () => {
    expect(faults(write({ default: { ui: { about: 1 }, background: { effect: 'x', enabled: 0 } } }))).toHaveLength(3);
  });
});
