import { useEffect, useEffectEvent } from 'react';

import { isComposing } from '../../lib/is-composing.ts';
import type { Choice } from './choices.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface OpenList {
  readonly choices: readonly Choice[];
  readonly active: number;
  readonly setActive: (at: number) => void;
  readonly choose: (choice: Choice) => void;
  readonly close: () => void;
}

/** True: the key was for the list. */
const pressIn = ({ choices, active, setActive, choose, close }: OpenList, key: string): boolean => {
  const [step, chosen] = [STEPS[key], choices[active]];
  if (key === 'Escape') close();
  else if (step !== undefined && chosen) setActive((active + step + choices.length) % choices.length);
  else if ((key === 'Enter' || key === 'Tab') && chosen) choose(chosen);
  else return false;
  return true;
};

interface Combobox {
  readonly listId: string;
  /** Of the option that Enter takes; undefined: there are no options. */
  readonly activeId: string | undefined;
  /** Null: it is closed. */
  readonly list: OpenList | null;
}

const hasModifier = (event: KeyboardEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;

/**
 * The box as a combobox while it has a list: the focus stays in it, its attributes name list and option. Keys of the
 * list are taken at the box itself, before the box knows of them.
 */
export const useCombobox = (box: HTMLTextAreaElement | null, { listId, activeId, list }: Combobox): void => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!list || isComposing({ nativeEvent: event }) || hasModifier(event) || !pressIn(list, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => handle(event);
    box?.addEventListener('keydown', onKeyDown);
    return () => box?.removeEventListener('keydown', onKeyDown);
  }, [box]);
  useEffect(() => {
    if (!box || activeId === undefined) return;
    const attributes = {
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    };
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name);
    };
  }, [box, listId, activeId]);
};
