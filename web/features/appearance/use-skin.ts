import type { Skin, Skins } from '../../../src/contract/theme.ts';
import { useAppSelector } from '../../state/store.ts';
import { BUILT_IN_SKINS, resolveSkinName, type SkinName } from './skins.ts';
import { useTranslations } from './texts.ts';
import { themeApi } from './theme-api.ts';

interface ActiveSkin {
  readonly name: SkinName;
  readonly skin: Skin;
  readonly skins: Skins;
  /** False until the server's skins are loaded or failed to load. */
  readonly isLoaded: boolean;
}

/** An operator's own subtitle is not translated; the product's is. */
const withSubtitle = (skin: Skin, subtitle: string): Skin =>
  skin.branding.subtitle === BUILT_IN_SKINS.default.branding.subtitle
    ? { ...skin, branding: { ...skin.branding, subtitle } }
    : skin;

/** The chosen skin as the operator set it up. */
export const useSkin = (): ActiveSkin => {
  const name = resolveSkinName(useAppSelector(({ ui }) => ui.themeSkin));
  const t = useTranslations();
  const { data, isLoading, isUninitialized } = themeApi.useThemeQuery();
  const skins = data?.skins ?? BUILT_IN_SKINS;
  return { name, skin: withSubtitle(skins[name], t('subtitle')), skins, isLoaded: !(isLoading || isUninitialized) };
};
