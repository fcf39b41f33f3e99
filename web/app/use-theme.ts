import { useLayoutEffect } from 'react';

import { skinNamed } from '../features/appearance/skins.ts';
import { usePage } from '../lib/page.ts';
import { useAppSelector, useAppStore } from '../state/store.ts';
import { themeControl, type ThemeDebug } from './theme-control.ts';

declare global {
  interface Window {
    themeDebug?: ThemeDebug;
  }
}

const MINUTE_MS = 60_000;

/** The browser's own frame takes the colour of the page. */
const paintFrame = (): void => {
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  if (surface !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
};

/** Puts theme and skin on the page, follows the hour for visitors each minute and hangs `themeDebug` on the window. */
export const useTheme = (): void => {
  const store = useAppStore();
  const page = usePage();
  const theme = useAppSelector(({ ui }) => ui.theme);
  const skin = skinNamed(useAppSelector(({ ui }) => ui.themeSkin));
  const isVisitor = useAppSelector(({ session }) => session.token === null);

  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['skin'] = skin;
    paintFrame();
  }, [theme, skin]);

  useLayoutEffect(() => {
    const control = themeControl(store, page.now);
    window.themeDebug = control.debug;
    control.followHour();
    const timer = setInterval(control.followHour, MINUTE_MS);
    return () => clearInterval(timer);
  }, [store, page, isVisitor]);
};
