import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from './config.ts';
import { themeFile, type Skin, type Skins, type ThemeFile } from './contract/theme.ts';

const BUILT_IN: Skin = {
  label: 'Parley',
  branding: { logo_text: 'Parley', subtitle: 'Ask anything. No account needed to begin.' },
  ui: { hero_search: false, suggestions: true, about: true },
  background: { enabled: true, effect: 'aurora', opacity: 1, speed: 1, respect_reduced_motion: true },
};

/** In what the other skins differ before anybody writes a file. */
const OWN: Readonly<Record<'ember' | 'harbor', Changes>> = {
  ember: { label: 'Ember', background: { effect: 'sunset' } },
  harbor: { label: 'Harbor', background: { effect: 'ocean' } },
};

type Changes = NonNullable<ThemeFile['ember']>;

const given = <T extends object>(part: T | undefined): Partial<T> => ({ ...part });

const changed = (skin: Skin, { label = skin.label, branding, ui, background }: Changes): Skin => ({
  label,
  branding: merged(skin.branding, given(branding)),
  ui: merged(skin.ui, given(ui)),
  background: merged(skin.background, given(background)),
});

/** A field that is there but undefined changes nothing. */
const merged = <T extends object>(base: T, over: { readonly [K in keyof T]?: T[K] | undefined }): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)),
});

const skinsOf = (file: ThemeFile): Skins => {
  const base = changed(BUILT_IN, file.default);
  const skin = (name: 'ember' | 'harbor'): Skin => changed(changed(base, OWN[name]), file[name] ?? {});
  return { default: base, ember: skin('ember'), harbor: skin('harbor') };
};

const FOLDER_FILE = 'theme.json';

/** The file that counts and the name under which its faults are told; nothing when there is none. */
const place = ({
  THEME_FILE,
  DATA_DIR,
}: Pick<Config, 'THEME_FILE' | 'DATA_DIR'>): { readonly path: string; readonly name: string } | undefined => {
  if (THEME_FILE !== undefined) return { path: THEME_FILE, name: 'THEME_FILE' };
  const path = join(DATA_DIR, FOLDER_FILE);
  return existsSync(path) ? { path, name: path } : undefined;
};

/** The skins as the operator's file changes them, or its faults: one line each, naming the field. */
export const readTheme = (
  config: Pick<Config, 'THEME_FILE' | 'DATA_DIR'>,
): { readonly skins: Skins } | { readonly faults: readonly string[] } => {
  const found = place(config);
  if (!found) return { skins: skinsOf({ default: {} }) };
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(found.path, 'utf8'));
  } catch (error) {
    const why =
      error instanceof SyntaxError ? `${found.path} is not JSON: ${error.message}` : `${found.path} cannot be read`;
    return { faults: [`${found.name}: ${why}`] };
  }
  const parsed = themeFile.safeParse(written);
  if (parsed.success) return { skins: skinsOf(parsed.data) };
  return {
    faults: parsed.error.issues.map(
      (issue) =>
        `${found.name}: ${[...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.')}: ${issue.message}`,
    ),
  };
};
