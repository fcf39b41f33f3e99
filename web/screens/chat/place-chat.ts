import { chatApi } from '../../features/chat/engine/chat-api.ts';
import { notifyTabs } from '../../features/chat/engine/tab-channel.ts';
import { t } from '../../features/history/archive-texts.ts';
import { placeApi, type PlaceInput } from '../../features/history/place-api.ts';
import { PLACE_CACHE_KEY } from '../../features/history/place-cache-key.ts';
import { MAX_PINNED_CHATS } from '../../../src/shared/pinned-chats.ts';
import { matchesMedia, TOUCH_QUERY } from '../../lib/media.ts';
import { isApiFailure } from '../../lib/api-error.ts';
import type { AppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';

const failureText = (error: unknown): string => {
  const code = isApiFailure(error) ? error.code : null;
  if (code === 'TOO_MANY_PINS') return t('tooManyPins', { count: MAX_PINNED_CHATS });
  return t(code === 'CHAT_NOT_FOUND' ? 'placeGone' : 'notPlaced');
};

/**
 * The row with the button that was pressed is gone: the focus goes on from the search above the list. By touch there is
 * none to go on from, and a keyboard would come up.
 */
const moveLostFocus = (): void => {
  if (matchesMedia(TOUCH_QUERY)) return;
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role="searchbox"]')?.focus();
};

/** Pins, unpins, archives or restores a chat, here and in the other tabs, or says why it did not. */
export const placeChat =
  (input: PlaceInput) =>
  async (dispatch: AppDispatch): Promise<boolean> => {
    const { id, archived } = input;
    const call = placeApi.endpoints.placeChat.initiate(input, { fixedCacheKey: PLACE_CACHE_KEY });
    const { data, error } = await dispatch(call);
    if (!data) {
      dispatch(toastShown('problem', failureText(error)));
      return false;
    }
    dispatch(chatApi.util.updateQueryData('openChat', id, (draft) => Object.assign(draft, data.place)));
    notifyTabs({ type: 'changed', chatId: id });
    if (archived) requestAnimationFrame(moveLostFocus);
    return true;
  };
