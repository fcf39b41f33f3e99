import type { AppStore } from '../state/store.ts';
import { themeSet, type Theme } from '../state/ui-slice.ts';

/** Dark from 19:00 to 06:00, by the reader's own clock. */
export const themeAt = (hour: number): Theme => (hour >= 19 || hour < 6 ? 'dark' : 'light');

export interface ThemeDebug {
  readonly set: (theme: Theme) => void;
  readonly get: () => Theme;
  readonly toggle: () => void;
  /** Shows the page as at this hour, 0 to 23, until `reset`. */
  readonly simulateHour: (hour: number) => void;
  readonly reset: () => void;
}

export interface ThemeControl {
  /** Applies the hour for visitors; people who are signed in keep what they chose. */
  readonly applyHour: () => void;
  readonly debug: ThemeDebug;
}

const isVisitor = (store: AppStore): boolean => store.getState().session.token === null;

/** The rule that a visitor's page is dark from 19:00 to 06:00, and the console's way around it. */
export const createThemeControl = (store: AppStore, now: () => Date): ThemeControl => {
  /** The theme before the console took over; null while it has not. */
  let overridden: Theme | null = null;
  const applyTheme = (theme: Theme): void => {
    if (store.getState().ui.theme !== theme) store.dispatch(themeSet(theme));
  };
  const override = (theme: Theme): void => {
    overridden ??= store.getState().ui.theme;
    applyTheme(theme);
  };
  const applyHour = (): void => {
    if (overridden === null && isVisitor(store)) applyTheme(themeAt(now().getHours()));
  };
  const get = (): Theme => store.getState().ui.theme;
  return {
    applyHour,
    debug: {
      get,
      set: override,
      toggle: () => override(get() === 'dark' ? 'light' : 'dark'),
      simulateHour: (hour) => {
        if (!Number.isInteger(hour) || hour < 0 || hour > 23) throw new RangeError('Hour must be between 0-23');
        override(themeAt(hour));
      },
      reset: () => {
        const previous = overridden;
        overridden = null;
        if (isVisitor(store)) applyHour();
        else if (previous) applyTheme(previous);
      },
    },
  };
};
