import { useTranslations } from '../../features/history/archive-texts.ts';
import { placeApi } from '../../features/history/place-api.ts';
import { PLACE_CACHE_KEY } from '../../features/history/place-cache-key.ts';
import { placeChat } from '../../screens/chat/place-chat.ts';
import { useAppDispatch } from '../../state/store.ts';
import { UndoToast } from '../../ui/overlays/undo-toast.tsx';

/** Says that a chat was archived, with the way back: the chat returns, and so does its pin. */
export const PlaceNotice = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const [, { data, reset }] = placeApi.usePlaceChatMutation({ fixedCacheKey: PLACE_CACHE_KEY });
  if (!data?.place.archived) return null;
  const { id, title, wasPinned } = data;
  const undo = (): void => {
    reset();
    void dispatch(placeChat({ id, title, wasPinned: false, archived: false, ...(wasPinned && { pinned: true }) }));
  };
  return (
    <UndoToast key={id} action={t('undo')} onAction={undo} onDismiss={reset}>
      {t('wasArchived', { title })}
    </UndoToast>
  );
};
