import { useEffect, useEffectEvent } from 'react';

interface Combobox {
  readonly listId: string;
  /** Of the option that Enter takes; undefined: there are no options. */
  readonly activeId: string | undefined;
  /** True: the key was for the list. */
  readonly onKey: (key: string) => boolean;
}

const hasModifier = (event: KeyboardEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;

/**
 * The box as a combobox while it has a list: the focus stays in it, its attributes name list and option. Keys of the
 * list are taken at the box itself, before the box knows of them.
 */
export const useCombobox = (box: HTMLTextAreaElement | null, { listId, activeId, onKey }: Combobox): void => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || hasModifier(event) || !onKey(event.key)) return;
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
