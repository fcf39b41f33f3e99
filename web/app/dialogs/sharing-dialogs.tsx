import { lazy, useState, type ComponentProps } from 'react';

import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { useKeyDown } from '../../lib/hooks/use-key-down.ts';
import { shortcutKey } from '../../lib/shortcut-key.ts';
import { isOtherPrinted } from '../../screens/print/is-other-printed.ts';
import type { PrintedByBrowser } from '../../screens/print/printed-chat.tsx';
import { printRequested } from '../../state/sharing-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/store.ts';

const Share = lazy(() => import('./share.tsx').then(({ Share: component }) => ({ default: component })));
const loadPrintedChat = () => import('../../screens/print/printed-chat.tsx');
const PrintedChat = lazy(() => loadPrintedChat().then(({ PrintedChat: component }) => ({ default: component })));

/** Prints the conversation for the browser's key while the part that stands ready for its printing has not come. */
const PrintKey = ({ chatId }: ComponentProps<typeof PrintedByBrowser>) => {
  const store = useAppStore();
  useKeyDown((event) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && shortcutKey(event) === 'p';
    if (!isPrint || isOtherPrinted(store)) return;
    event.preventDefault();
    store.dispatch(printRequested(chatId));
  });
  return null;
};

/** Sharing and printing, wherever on the page or by the browser they were asked for. */
export const SharingDialogs = () => {
  const dispatch = useAppDispatch();
  const { target, printing } = useAppSelector(({ sharing }) => sharing);
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  const [Printed, setPrinted] = useState<typeof PrintedByBrowser>(() => PrintKey);
  useIdleCallback(() => {
    void loadPrintedChat().then(
      ({ PrintedByBrowser: component }) => setPrinted(() => component),
      () => null,
    );
  });
  return (
    <>
      {target ? <Share target={target} /> : null}
      {chatId !== null && printing === null ? <Printed key={chatId} chatId={chatId} /> : null}
      {printing === null ? null : (
        <PrintedChat key={printing} chatId={printing} onDone={() => dispatch(printRequested(null))} />
      )}
    </>
  );
};
