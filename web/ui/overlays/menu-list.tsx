import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import { cx } from '../cx.ts';
import styles from './menu.module.css';
import { placeBeside } from './place-beside.ts';
import type { MenuPlace } from './use-menu.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly hint?: ReactNode;
  /** A quiet line under the label. */
  readonly description?: string;
  /** Why it does something else than its label says; also its accessible description. */
  readonly tooltip?: string | undefined;
  /** A heading over the items that follow each other with the same one. */
  readonly group?: string;
  /** The list stays open: the item only changes what is in it. */
  readonly keepsOpen?: boolean;
  /** Stands apart from those before it. */
  readonly hasSeparator?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Given for a choice: exactly one of the items is checked. */
  readonly checked?: boolean;
}

const getFocusableItems = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])') ?? []),
];

const findNextItem = (items: readonly HTMLElement[], key: string): HTMLElement | undefined => {
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[items.length - 1];
  if (key.length !== 1) return undefined;
  const prefix = key.toLowerCase();
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(prefix),
  );
};

interface ListProps extends MenuPlace {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
}

/** The list is a popover in the top layer, if the browser has popovers. */
const useMenuPosition = ({
  align = 'start',
  triggerId,
  onClose,
  items: { length: count },
}: ListProps): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = ref.current;
    const trigger = document.getElementById(triggerId);
    if (!list || !trigger) return;
    if (typeof list.showPopover === 'function' && !list.matches(':popover-open')) list.showPopover();
    placeBeside(trigger.getBoundingClientRect(), list, { align, gap: 6, edge: 8 });
    const items = getFocusableItems(list);
    if (document.activeElement === list || !list.contains(document.activeElement))
      (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0] ?? list).focus();
    // Items that come later change how much room the list takes, and give the focus a better place.
  }, [align, triggerId, count]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    const onPointer = (event: PointerEvent): void => {
      const target = event.target;
      if (
        target instanceof Node &&
        !ref.current?.contains(target) &&
        !document.getElementById(triggerId)?.contains(target)
      )
        close(false);
    };
    const onScroll = (): void => close(false);
    document.addEventListener('pointerdown', onPointer);
    window.addEventListener('resize', onScroll);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      window.removeEventListener('resize', onScroll);
    };
  }, [triggerId]);
  return ref;
};

const Item = ({ item, onClose }: { readonly item: MenuItem; readonly onClose: ListProps['onClose'] }) => (
  <button
    type="button"
    role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked={item.checked}
    tabIndex={-1}
    disabled={item.disabled}
    title={item.tooltip}
    aria-description={item.tooltip}
    className={cx(styles['item'], item.danger && styles['danger'], item.hasSeparator && styles['apart'])}
    onClick={() => {
      if (!item.keepsOpen) onClose(true);
      item.onSelect();
    }}
  >
    {item.icon ? (
      <span aria-hidden="true" className={styles['icon']}>
        {item.icon}
      </span>
    ) : null}
    <span className={styles['words']}>
      <span>{item.label}</span>
      {item.description ? <span className={styles['description']}>{item.description}</span> : null}
    </span>
    {item.hint ? <span className={styles['hint']}>{item.hint}</span> : null}
  </button>
);

/** Consecutive items with the same group. */
const groupItems = (items: readonly MenuItem[]): readonly (readonly MenuItem[])[] => {
  const groups: MenuItem[][] = [];
  for (const item of items) {
    const last = groups[groups.length - 1];
    if (last && item.group !== undefined && last[0]?.group === item.group) last.push(item);
    else groups.push([item]);
  }
  return groups;
};

/** The open list of a menu: arrows, Home, End and letters move, Escape closes. */
export const MenuList = (props: ListProps) => {
  const { id, label, items, onClose } = props;
  const ref = useMenuPosition(props);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      // The menu takes this Escape; the dialog or sidebar around it stays.
      event.stopPropagation();
      if (event.key === 'Escape') event.preventDefault();
      onClose(true);
      return;
    }
    const next = findNextItem(getFocusableItems(ref.current), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      ref={ref}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      className={styles['list']}
      onKeyDown={onKeyDown}
    >
      {groupItems(items).map(([first, ...rest]) => {
        if (!first) return null;
        const all = [first, ...rest].map((item) => <Item key={item.id} item={item} onClose={onClose} />);
        if (first.group === undefined) return all;
        return (
          <div key={`group-${first.group}`} role="group" aria-label={first.group}>
            <div aria-hidden="true" className={styles['group']}>
              {first.group}
            </div>
            {all}
          </div>
        );
      })}
    </div>
  );
};
