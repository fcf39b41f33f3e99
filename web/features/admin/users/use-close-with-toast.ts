import { adminToast } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';

/** Closes what was open and says what is done. */
export const useCloseWithToast = (text: string, onClose: () => void): (() => void) => {
  const dispatch = useAppDispatch();
  return () => {
    onClose();
    dispatch(adminToast('success', text));
  };
};
