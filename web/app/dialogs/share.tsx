import { useStoredChat } from '../../features/chat/engine/chat-api.ts';
import { ShareDialog } from '../../features/share/share-dialog.tsx';
import { resolveLeaf } from '../../screens/print/export-chat.ts';
import { shareTargetSet, type ShareTarget } from '../../state/sharing-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';

/** Shares the conversation as it is shown, or one answer of it. */
export const Share = ({ target }: { readonly target: ShareTarget }) => {
  const dispatch = useAppDispatch();
  const stored = useStoredChat(target.chatId);
  const chosen = useAppSelector(({ chat }) => chat.selectedLeafIds[target.chatId]);
  return (
    <ShareDialog {...target} leafId={resolveLeaf(chosen, stored)} onClose={() => dispatch(shareTargetSet(null))} />
  );
};
