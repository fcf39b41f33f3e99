import type { ReactNode } from 'react';

import { MenuList, type MenuItem } from './menu-list.tsx';
import { useMenu, type MenuTriggerProps } from './use-menu.ts';

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly onOpen?: () => void;
}

/** A short list of actions behind a button: arrows, Home, End and letters move, Escape closes and returns the focus. */
export const Menu = ({ label, items, trigger, align = 'start', onOpen }: MenuProps) => {
  const menu = useMenu(onOpen);
  return (
    <>
      {trigger(menu.trigger)}
      {menu.open ? <MenuList {...menu.place} label={label} items={items} align={align} /> : null}
    </>
  );
};
