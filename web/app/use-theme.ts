import { useEffect, useLayoutEffect } from 'react';

import { resolveSkinName } from '../features/appearance/skins.ts';
import { useBrowserEnv } from '../lib/browser-env.ts';
import { useMediaQuery } from '../lib/hooks/use-media-query.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../state/store.ts';
import { themeSet } from '../state/ui-slice.ts';
import { createThemeControl, type ThemeDebug } from './theme-control.ts';

declare global {
  interface Window {
    themeDebug?: ThemeDebug;
  }
}

const POLL_INTERVAL_MS = 60_000;

/** The browser's own frame takes the colour of the page. */
const applyBrowserColor = (): void => {
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  if (surface !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
};

/** For an account that chose so, the theme is the system's, also when that changes. */
const useSystemTheme = (): void => {
  const dispatch = useAppDispatch();
  const follows = useAppSelector(({ session, themeSource }) => session.token !== null && themeSource.followsSystem);
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)');
  useLayoutEffect(() => {
    if (follows) dispatch(themeSet(prefersDark ? 'dark' : 'light'));
  }, [dispatch, follows, prefersDark]);
};

/**
 * Puts theme and skin on the page, follows the hour for visitors each minute or the system, and hangs
 * `themeDebug` on the window.
 */
export const useTheme = (): void => {
  const store = useAppStore();
  const env = useBrowserEnv();
  const theme = useAppSelector(({ ui }) => ui.theme);
  const skin = resolveSkinName(useAppSelector(({ ui }) => ui.themeSkin));
  const isVisitor = useAppSelector(({ session }) => session.token === null);

  useSystemTheme();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    // theme.js has set them already; setting them again would recalculate the style of the whole page.
    if (dataset['theme'] !== theme) dataset['theme'] = theme;
    if (dataset['skin'] !== skin) dataset['skin'] = skin;
  }, [theme, skin]);
  // After the paint, where reading the colour forces no style recalculation.
  useEffect(applyBrowserColor, [theme, skin]);

  useLayoutEffect(() => {
    const control = createThemeControl(store, env.now);
    window.themeDebug = control.debug;
    control.applyHour();
    const timer = setInterval(control.applyHour, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [store, env, isVisitor]);
};
