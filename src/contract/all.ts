import * as accounts from './accounts.ts';
import * as ai from './ai.ts';
import { allChats, deleteChat, listChats, openChat, saveChat } from './chats.ts';
import * as signIn from './sign-in.ts';
import type { Route } from './route.ts';

/** Every call of the product: what the OpenAPI page shows and what the tests of rights and bad input go through. */
export const ROUTES: readonly Route[] = [
  ...Object.values(accounts),
  ...Object.values(signIn),
  ...Object.values(ai),
  listChats,
  openChat,
  allChats,
  saveChat,
  deleteChat,
];
