import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '../config.ts';
import { themeFile, type Legal, type Skin, type Skins, type ThemeFile } from '../contract/theme.ts';

const BUILT_IN: Skin = {
  label: 'Parley',
  branding: { logo_text: 'Parley', subtitle: 'Ask anything. No account needed to begin.' },
  ui: { hero_search: false, suggestions: true, about: true },
  background: { enabled: true, effect: 'aurora', opacity: 1, speed: 1, respect_reduced_motion: true },
};

/** How the other skins differ from `default` without a file. */
const SKIN_DEFAULTS: Readonly<Record<'ember' | 'harbor', SkinChanges>> = {
  ember: { label: 'Ember', background: { effect: 'sunset' } },
  harbor: { label: 'Harbor', background: { effect: 'ocean' } },
};

type SkinChanges = NonNullable<ThemeFile['ember']>;

const orEmpty = <T extends object>(part: T | undefined): Partial<T> => ({ ...part });

const applyChanges = (skin: Skin, { label = skin.label, branding, ui, background }: SkinChanges): Skin => ({
  label,
  branding: mergeDefined(skin.branding, orEmpty(branding)),
  ui: mergeDefined(skin.ui, orEmpty(ui)),
  background: mergeDefined(skin.background, orEmpty(background)),
});

/** An undefined field changes nothing. */
const mergeDefined = <T extends object>(base: T, over: { readonly [K in keyof T]?: T[K] | undefined }): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)),
});

const skinsOf = (file: ThemeFile): Skins => {
  const base = applyChanges(BUILT_IN, file.default);
  const skin = (name: 'ember' | 'harbor'): Skin =>
    applyChanges(applyChanges(base, SKIN_DEFAULTS[name]), file[name] ?? {});
  return { default: base, ember: skin('ember'), harbor: skin('harbor') };
};

const DEFAULT_FILE_NAME = 'theme.json';

/** The theme file and its name in messages; undefined without one. */
const findThemeFile = ({
  THEME_FILE,
  DATA_DIR,
}: Pick<Config, 'THEME_FILE' | 'DATA_DIR'>): { readonly path: string; readonly name: string } | undefined => {
  if (THEME_FILE !== undefined) return { path: THEME_FILE, name: 'THEME_FILE' };
  const path = join(DATA_DIR, DEFAULT_FILE_NAME);
  return existsSync(path) ? { path, name: path } : undefined;
};

export interface Theme {
  readonly skins: Skins;
  readonly legal: Legal | null;
}

/** The operator's theme, or faults: one line each, naming the field. */
export const loadTheme = (
  config: Pick<Config, 'THEME_FILE' | 'DATA_DIR'>,
): Theme | { readonly faults: readonly string[] } => {
  const file = findThemeFile(config);
  if (!file) return { skins: skinsOf({ default: {} }), legal: null };
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file.path, 'utf8'));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `${file.path} is not JSON: ${error.message}` : `${file.path} cannot be read`;
    return { faults: [`${file.name}: ${reason}`] };
  }
  const parsed = themeFile.safeParse(json);
  if (parsed.success) return { skins: skinsOf(parsed.data), legal: parsed.data.legal ?? null };
  return {
    faults: parsed.error.issues.map(
      (issue) =>
        `${file.name}: ${[...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.')}: ` +
        `${issue.message}`,
    ),
  };
};
