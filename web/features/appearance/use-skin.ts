import type { Skin, Skins } from '../../../src/contract/theme.ts';
import { useAppSelector } from '../../state/store.ts';
import { BUILT_IN, skinNamed, type SkinName } from './skins.ts';
import { useTexts } from './texts.ts';
import { themeApi } from './theme-api.ts';

interface SkinInUse {
  readonly name: SkinName;
  readonly skin: Skin;
  readonly skins: Skins;
  /** False until the server has told its skins, or could not: what is shown before might be taken back. */
  readonly known: boolean;
}

/** An operator's own line stays as it is; the product's is said in the language of the page. */
const withSubtitle = (skin: Skin, subtitle: string): Skin =>
  skin.branding.subtitle === BUILT_IN.default.branding.subtitle
    ? { ...skin, branding: { ...skin.branding, subtitle } }
    : skin;

/** The chosen skin as the operator set it up. */
export const useSkin = (): SkinInUse => {
  const name = skinNamed(useAppSelector(({ ui }) => ui.themeSkin));
  const t = useTexts();
  const { data, isLoading, isUninitialized } = themeApi.useThemeQuery();
  const skins = data?.skins ?? BUILT_IN;
  return { name, skin: withSubtitle(skins[name], t('subtitle')), skins, known: !(isLoading || isUninitialized) };
};
