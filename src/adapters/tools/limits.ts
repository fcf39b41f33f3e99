/** Caps on what servers of tools send. Everything of them is hostile. */
export const LIMITS = {
  connectMs: 5000,
  /** One message of the protocol: a picture of 10 MB in base64 and what surrounds it. */
  messageBytes: 16 * 1024 * 1024,
  /** All answers during one call. */
  callBytes: 32 * 1024 * 1024,
  /** All answers while tools are listed. */
  listBytes: 4 * 1024 * 1024,
  /** Of an authorization server, all together. */
  signInBytes: 1024 * 1024,
  /** Pages of one list. */
  listPages: 10,
  nameLength: 128,
  titleLength: 200,
  descriptionLength: 1000,
  schemaLength: 8000,
  /** Of one image or file. */
  blobBytes: 10 * 1024 * 1024,
  /** Characters of all text in one result. */
  textLength: 1_000_000,
  parts: 100,
  messageLength: 300,
  /** Milliseconds between two reports of progress. */
  progressMs: 500,
  forms: 10,
  /** Reconnections of broken streams, over the life of a connection. */
  reconnections: 5,
} as const;
