/**
 * Why the text of a file cannot be had, or the file cannot be searched. Other clients show these texts as they are; the
 * page shows the message of the same key in the reader's language. The server fills in what stands in braces.
 */
export const FILE_FAILURES = {
  refused: '{name} cannot be used: {reason}',
  empty: 'it is empty',
  imageDamaged: 'the image is damaged, or it has more than 40 million pixels',
  imageUnreadable: 'it is no JPEG, PNG, GIF or WebP image, it is damaged, or it has more than 40 million pixels',
  noImage: 'it is no image',
  imageInGroup: 'a group shares files with text, and no images',
  svg: 'SVG images are not taken because they can carry programs.',
  svgInside: 'its content is an SVG image, which is not taken because it can carry programs.',
  typeUnknown: 'this type of file is not taken. Allowed are {extensions} and files of code.',
  contentNoText: 'its name says {type}, but its content is no text.',
  contentNoMail: 'its name says {type}, but its content is no email.',
  contentOtherArchive: 'its name says {type}, but its content is another archive.',
  contentUnknown: 'its name says {type}, but its content is something else.',
  contentDiffers: 'its name says {type}, but its content is of the type {content}.',
  oldOffice:
    'it is protected with a password, or in the format of old Office versions. Save it anew without a password.',
  damaged: 'It is damaged or incomplete and cannot be read.',
  encrypted: 'It is protected with a password. Save it without one and try again.',
  readTooSlow: 'It takes too long to be read.',
  unreadable: 'It cannot be read.',
  withoutText: 'There is no text in this file.',
  imageWithoutText: 'An image has no text of its own.',
  tooManyCells: 'It is too large to be read: it has more than {limit} cells.',
  tooManySlides: 'It is too large to be read: it has more than {limit} slides.',
  tooManyPages: 'It is too large to be read: it has more than {limit} pages.',
  tooManyPieces: 'It is too large to be read: its text stands in more than {limit} pieces.',
  tooMuchText: 'It is too large to be read: it has more text than ten million letters.',
  tooManyParts: 'It is too large to be read: it holds more than {limit} parts.',
  tooLargeUnpacked: 'It is too large to be read: unpacked it has more than {limit} MB.',
  tooLargeForServer: 'It is too large to be read: it unpacks to more than this server takes.',
  tablesTooLarge:
    'It is too large to be read: its tables reach to row {row} and column {column}; ' +
    '{rows} rows and {cells} cells are read at most.',
  probablyScan: 'This PDF has no text. It is probably a scan.',
  scanWithoutLetters: 'This PDF has no text. It is a scan, and no letters were recognised in it.',
  scanUnread: 'This PDF has no text. It is a scan that could not be read.',
  scanWaits: 'This PDF has no text. It is a scan that waits to be read.',
  scanBeingRead: 'This PDF has no text. It is a scan that is being read: page {page} of {pages}.',
  contentMissing: 'The content of this file is missing.',
  contentDamaged: 'The content of this file is damaged in the file storage. Upload it again.',
  tooMuchToEmbed: 'This file has too much text to be embedded.',
  storageUnanswered: 'The file storage does not answer.',
  notEmbedded: 'The file could not be embedded. Please try again later.',
  embeddingSilent: 'The embedding service has not answered yet.',
  embeddingUnanswered: 'The embedding service did not answer. Please try again later.',
  embeddingMisconfigured: 'The embedding service refuses this server.',
  embeddingRefused: 'The embedding service refused the text.',
  embeddingInvalid: 'The embedding service answered with something else than vectors of this model.',
  modelNotLoaded: 'The sentence model is not loaded. Please try again later.',
  modelUnanswered: 'The sentence model did not answer. Please try again later.',
  tooLarge: 'The file is too large: a file may have at most {size}',
  accountFilesFull: 'All {limit} files of this account are used. Delete a file to make room.',
  accountStorageFull: 'The storage of this account is used up ({used} of {size}). Delete a file to make room.',
  groupFilesFull: 'All {limit} files of this group are used. Delete a file to make room.',
  groupStorageFull: 'The storage ({size}) of this group is used. Delete a file to make room.',
  tooManyUploads: 'Too many files are being uploaded at once. Please wait until some of them have arrived.',
  readerBusy: 'Too many files are being read at the moment. Please try again in a minute.',
  storageUnwritable: 'Files cannot be stored at the moment. Please try again later.',
  storageUnreadable: 'Files cannot be read at the moment. Please try again later.',
  embeddingLimit:
    '{embedded} files were embedded today, and {limit} are allowed. The file can be kept ' + 'without embedding.',
} as const;

export type FileFailureKey = keyof typeof FILE_FAILURES;
export type FileFailureValues = Readonly<Record<string, string | number>>;

/** The text with its values. */
export const formatFileFailure = (key: FileFailureKey, values: FileFailureValues): string =>
  FILE_FAILURES[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
