import type { RootState } from './root-reducer.ts';
import type { Thunk } from './store.ts';
import { systemThemeSet } from './theme-source-slice.ts';
import { themeSet, type Theme } from './ui-slice.ts';

export type ThemeChoice = Theme | 'system';

export const selectThemeChoice = ({ ui, themeSource }: RootState): ThemeChoice =>
  themeSource.followsSystem ? 'system' : ui.theme;

/** Sets the theme, or hands it to the system: `useTheme` then follows. */
export const themeChosen =
  (choice: ThemeChoice): Thunk =>
  (dispatch) => {
    dispatch(systemThemeSet(choice === 'system'));
    if (choice !== 'system') dispatch(themeSet(choice));
  };
