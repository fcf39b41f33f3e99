/** Of `npm run backup` when the archive is made, and lacks files whose content is missing or damaged. */
export const INCOMPLETE_BACKUP = 3;
