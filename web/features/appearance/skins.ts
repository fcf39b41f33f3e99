import type { Skin, Skins } from '../../../src/contract/theme.ts';

export type SkinName = keyof Skins;

const BASE_SKIN: Skin = {
  label: 'Parley',
  branding: { logo_text: 'Parley', subtitle: 'Ask anything. No account needed to begin.' },
  ui: { hero_search: false, suggestions: true, about: true },
  background: { enabled: true, effect: 'aurora', opacity: 1, speed: 1, respect_reduced_motion: true },
};

/** Used until the server's skins are loaded, and if it is unreachable. */
export const BUILT_IN_SKINS: Skins = {
  default: BASE_SKIN,
  ember: { ...BASE_SKIN, label: 'Ember', background: { ...BASE_SKIN.background, effect: 'sunset' } },
  harbor: { ...BASE_SKIN, label: 'Harbor', background: { ...BASE_SKIN.background, effect: 'ocean' } },
};

const isSkinName = (name: string): name is SkinName => Object.hasOwn(BUILT_IN_SKINS, name);

/** The skin that was chosen; a name that no longer exists reads as `default`. */
export const resolveSkinName = (name: string): SkinName => (isSkinName(name) ? name : 'default');
