import { combineReducers } from '@reduxjs/toolkit';

import { api } from '../lib/api.ts';
import { adminSlice } from './admin-slice.ts';
import { agentsSlice } from './agents-slice.ts';
import { attachmentsSlice } from './attachments-slice.ts';
import { authModalSlice } from './auth-modal-slice.ts';
import { chatSlice } from './chat-slice.ts';
import { filesSlice } from './files-slice.ts';
import { flagsSlice } from './flags-slice.ts';
import { keysSlice } from './keys-slice.ts';
import { sessionSlice } from './session-slice.ts';
import { sharingSlice } from './sharing-slice.ts';
import { soughtTurnSlice } from './sought-turn-slice.ts';
import { temporaryChatsSlice } from './temporary-chats-slice.ts';
import { themeSourceSlice } from './theme-source-slice.ts';
import { toastSlice } from './toast-slice.ts';
import { toolsSlice } from './tools-slice.ts';
import { trialReducer } from './trial-slice.ts';
import { uiSlice } from './ui-slice.ts';
import { verificationSlice } from './verification-slice.ts';

/** What the page knows: the person's doings in slices, the server's data in the one api cache. */
export const rootReducer = combineReducers({
  session: sessionSlice.reducer,
  ui: uiSlice.reducer,
  authModal: authModalSlice.reducer,
  verification: verificationSlice.reducer,
  trial: trialReducer,
  flags: flagsSlice.reducer,
  chat: chatSlice.reducer,
  temporaryChats: temporaryChatsSlice.reducer,
  soughtTurn: soughtTurnSlice.reducer,
  agents: agentsSlice.reducer,
  attachments: attachmentsSlice.reducer,
  files: filesSlice.reducer,
  admin: adminSlice.reducer,
  keys: keysSlice.reducer,
  sharing: sharingSlice.reducer,
  themeSource: themeSourceSlice.reducer,
  toasts: toastSlice.reducer,
  tools: toolsSlice.reducer,
  api: api.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;
