import { createAction } from '@reduxjs/toolkit';

/** A chat, and the reply of it that is shown as a document, or the turn to which it is scrolled. */
export interface ChatPlace {
  /** Null is the chat to be begun. */
  readonly chatId: string | null;
  readonly messageId: string | null;
  readonly turnId?: string;
  /** Of that turn, shown beside the chat. */
  readonly artifactId?: string;
}

/** The address names this place. */
export const placeOpened = createAction<ChatPlace>('chat/placeOpened');
