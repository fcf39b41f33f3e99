/** Title of a source in place of a file, in what is shared. The page shows its own words in the reader's language. */
export const UNSHARED_FILE_TITLE = 'A file that is not shared';
