import { lazy, Suspense, useState } from 'react';

import { chatApi } from '../features/chat/chat-api.ts';
import { printWished, shareWished, type ShareWish } from '../state/sharing-slice.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { chosenLeaf } from './take-away.ts';
import { useIdle } from './use-idle.ts';

const ShareDialog = lazy(() =>
  import('../features/share/share-dialog.tsx').then(({ ShareDialog: component }) => ({ default: component })),
);
const loadPrinted = () => import('./printed-chat.tsx');
const PrintedChat = lazy(() => loadPrinted().then(({ PrintedChat: component }) => ({ default: component })));

const PrintedByBrowser = lazy(() => loadPrinted().then(({ PrintedByBrowser: component }) => ({ default: component })));

const Share = ({ wish }: { readonly wish: ShareWish }) => {
  const dispatch = useAppDispatch();
  const { data } = chatApi.endpoints.openChat.useQueryState(wish.chatId);
  const chosen = useAppSelector(({ chat }) => chat.chosen[wish.chatId]);
  return <ShareDialog {...wish} leafId={chosenLeaf(chosen, data)} onClose={() => dispatch(shareWished(null))} />;
};

/** Sharing and printing, wherever on the page or by the browser they were asked for. */
export const SharingDialogs = () => {
  const dispatch = useAppDispatch();
  const { wish, printing } = useAppSelector(({ sharing }) => sharing);
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  const [idle, setIdle] = useState(false);
  useIdle(() => setIdle(true));
  return (
    <>
      {wish ? <Share wish={wish} /> : null}
      {idle && chatId !== null && printing === null ? (
        <Suspense>
          <PrintedByBrowser key={chatId} chatId={chatId} />
        </Suspense>
      ) : null}
      {printing === null ? null : (
        <PrintedChat key={printing} chatId={printing} onDone={() => dispatch(printWished(null))} />
      )}
    </>
  );
};
