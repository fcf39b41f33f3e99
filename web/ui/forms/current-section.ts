import { createContext } from 'react';

/** The name of the section that was asked for: it comes into sight and gets the focus. */
export const CurrentSection = createContext<string | null>(null);
