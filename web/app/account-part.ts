export { AccountSide } from './account-side.tsx';
export { ChatScreen } from './chat-screen.tsx';
