import type { Skin, Skins } from '../../../src/contract/theme.ts';

export type SkinName = keyof Skins;

const BASE: Skin = {
  label: 'Parley',
  branding: { logo_text: 'Parley', subtitle: 'Ask anything. No account needed to begin.' },
  ui: { hero_search: false, suggestions: true, about: true },
  background: { enabled: true, effect: 'aurora', opacity: 1, speed: 1, respect_reduced_motion: true },
};

/** What holds until the server has told its own, and where it cannot be reached. */
export const BUILT_IN: Skins = {
  default: BASE,
  ember: { ...BASE, label: 'Ember', background: { ...BASE.background, effect: 'sunset' } },
  harbor: { ...BASE, label: 'Harbor', background: { ...BASE.background, effect: 'ocean' } },
};

const isSkinName = (name: string): name is SkinName => Object.hasOwn(BUILT_IN, name);

/** The skin that was chosen; a name that no longer exists reads as `default`. */
export const skinNamed = (name: string): SkinName => (isSkinName(name) ? name : 'default');
