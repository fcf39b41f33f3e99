import type { AppDispatch } from '../../../state/store.ts';
import { searchResultFailed, searchResultUpdated } from '../../../state/ui-slice.ts';
import type { StreamedReply, ReplySnapshot } from './reply-store.ts';

/**
 * Fills the search result of a reply: sources and images as they come, the text when it is whole (a view that shows it
 * growing reads the reply itself). A reply that failed without a word takes the result with it.
 */
export const syncSearchResult = (reply: StreamedReply, dispatch: AppDispatch): void => {
  const { messageId } = reply;
  let previous: Pick<ReplySnapshot, 'sources' | 'images'> = reply.getSnapshot();
  const unsubscribe = reply.subscribe(() => {
    const snapshot = reply.getSnapshot();
    if (snapshot.sources === previous.sources && snapshot.images === previous.images) return;
    previous = snapshot;
    dispatch(searchResultUpdated({ messageId, sources: snapshot.sources, images: snapshot.images }));
  });
  void reply.done.then((end) => {
    unsubscribe();
    dispatch(
      end.text === '' && end.phase !== 'complete'
        ? searchResultFailed(messageId)
        : searchResultUpdated({ messageId, content: end.text }),
    );
  });
};
