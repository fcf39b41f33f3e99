import { themeAt } from '../lib/theme-hours.ts';
import type { AppStore } from '../state/store.ts';
import { themeSet, type Theme } from '../state/ui-slice.ts';

export interface ThemeDebug {
  readonly set: (theme: Theme) => void;
  readonly get: () => Theme;
  readonly toggle: () => void;
  /** Shows the page as at this hour, 0 to 23, until `reset`. */
  readonly simulateHour: (hour: number) => void;
  readonly reset: () => void;
}

export interface ThemeControl {
  /** Applies the hour for visitors; people who are signed in keep what they chose (D-70). */
  readonly followHour: () => void;
  readonly debug: ThemeDebug;
}

const isVisitor = (store: AppStore): boolean => store.getState().session.token === null;

/** The rule that a visitor's page is dark from 19:00 to 06:00, and the console's way around it (D-71). */
export const themeControl = (store: AppStore, now: () => Date): ThemeControl => {
  /** The theme before the console took over; null while it has not. */
  let before: Theme | null = null;
  const show = (theme: Theme): void => {
    if (store.getState().ui.theme !== theme) store.dispatch(themeSet(theme));
  };
  const take = (theme: Theme): void => {
    before ??= store.getState().ui.theme;
    show(theme);
  };
  const followHour = (): void => {
    if (before === null && isVisitor(store)) show(themeAt(now().getHours()));
  };
  const get = (): Theme => store.getState().ui.theme;
  return {
    followHour,
    debug: {
      get,
      set: take,
      toggle: () => take(get() === 'dark' ? 'light' : 'dark'),
      simulateHour: (hour) => {
        if (!Number.isInteger(hour) || hour < 0 || hour > 23) throw new RangeError('Hour must be between 0-23');
        take(themeAt(hour));
      },
      reset: () => {
        const stood = before;
        before = null;
        if (isVisitor(store)) followHour();
        else if (stood) show(stood);
      },
    },
  };
};
