import { useId, useState } from 'react';

export interface MenuTriggerProps {
  readonly id: string;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
}

/** What ties an open list to its button. */
export interface MenuPlace {
  readonly id: string;
  readonly triggerId: string;
  readonly onClose: (returnFocus: boolean) => void;
}

/** Whether a menu is open, for its button and for its list; closing returns the focus to the button. */
export const useMenu = (onOpen?: () => void) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const triggerId = `${id}-trigger`;
  const trigger: MenuTriggerProps = {
    id: triggerId,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => {
      if (!open) onOpen?.();
      setOpen(!open);
    },
  };
  const onClose = (returnFocus: boolean): void => {
    setOpen(false);
    if (returnFocus) document.getElementById(triggerId)?.focus();
  };
  return { open, trigger, place: { id, triggerId, onClose } satisfies MenuPlace };
};
