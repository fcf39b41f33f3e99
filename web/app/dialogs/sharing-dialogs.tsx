import { lazy, Suspense, useState } from 'react';

import { printRequested } from '../../state/sharing-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

const Share = lazy(() => import('./share.tsx').then(({ Share: component }) => ({ default: component })));
const loadPrintedChat = () => import('../../screens/print/printed-chat.tsx');
const PrintedChat = lazy(() => loadPrintedChat().then(({ PrintedChat: component }) => ({ default: component })));

const PrintedByBrowser = lazy(() =>
  loadPrintedChat().then(({ PrintedByBrowser: component }) => ({ default: component })),
);

/** Sharing and printing, wherever on the page or by the browser they were asked for. */
export const SharingDialogs = () => {
  const dispatch = useAppDispatch();
  const { target, printing } = useAppSelector(({ sharing }) => sharing);
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  const [idle, setIdle] = useState(false);
  useIdleCallback(() => setIdle(true));
  return (
    <>
      {target ? <Share target={target} /> : null}
      {idle && chatId !== null && printing === null ? (
        <Suspense>
          <PrintedByBrowser key={chatId} chatId={chatId} />
        </Suspense>
      ) : null}
      {printing === null ? null : (
        <PrintedChat key={printing} chatId={printing} onDone={() => dispatch(printRequested(null))} />
      )}
    </>
  );
};
