import type { AppDispatch } from '../../state/store.ts';
import { searchResultFailed, searchResultGrown } from '../../state/ui-slice.ts';
import type { LiveReply, ReplySnapshot } from './live-reply.ts';

/**
 * Fills the search result of a reply: sources and images as they come, the text when it is whole (a view that shows it
 * growing reads the reply itself). A reply that failed without a word takes the result with it.
 */
export const fillResult = (reply: LiveReply, dispatch: AppDispatch): void => {
  const { messageId } = reply;
  let seen: Pick<ReplySnapshot, 'sources' | 'images'> = reply.getSnapshot();
  const unsubscribe = reply.subscribe(() => {
    const now = reply.getSnapshot();
    if (now.sources === seen.sources && now.images === seen.images) return;
    seen = now;
    dispatch(searchResultGrown({ messageId, sources: now.sources, images: now.images }));
  });
  void reply.done.then((end) => {
    unsubscribe();
    dispatch(
      end.text === '' && end.phase !== 'complete'
        ? searchResultFailed(messageId)
        : searchResultGrown({ messageId, content: end.text }),
    );
  });
};
