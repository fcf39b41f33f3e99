import { useSkin } from '../../features/appearance/use-skin.ts';
import { useAppSelector } from '../../state/store.ts';

/** The name of the place, once it is known: none is shown and then replaced by another. */
export const Wordmark = ({ className }: { readonly className: string | undefined }) => {
  const {
    skin: { branding },
    isLoaded: known,
  } = useSkin();
  return (
    <span dir="auto" className={className}>
      {known ? branding.logo_text : null}
    </span>
  );
};

/** No conversation is open: the page has room for its name. */
export const useIsEmpty = (): boolean =>
  useAppSelector(({ session, chat, trial }) =>
    session.token === null ? trial.messages.length === 0 : chat.currentChatId === null,
  );

/** The name at the top of the page, while the sidebar, which has its own, is closed and no conversation is open. */
export const TopBarWordmark = ({ className }: { readonly className: string | undefined }) => {
  const sidebarOpen = useAppSelector(({ ui }) => ui.sidebarOpen);
  const isEmpty = useIsEmpty();
  return sidebarOpen || !isEmpty ? null : <Wordmark className={className} />;
};
