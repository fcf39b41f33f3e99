/** Fetches the chips of attached files, and with them all dialogs about files: they lie in one file. */
export const loadChips = () => import('../../features/files/attachments/attachment-chips.tsx');
