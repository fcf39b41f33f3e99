import { createContext } from 'react';

/** What is copied of an answer, by its id: a text that is read where nothing of the page is. */
export const CopiedTextContext = createContext((_messageId: string, text: string): string => text);
