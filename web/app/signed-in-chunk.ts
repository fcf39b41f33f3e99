export { AccountSidebar as AccountSide } from './shell/account-sidebar.tsx';
export { ChatScreen } from '../screens/chat/chat-screen.tsx';
