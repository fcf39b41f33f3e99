/* One piece, fetched with the first step of a tool. */
export { QuestionCards } from './question-cards.tsx';
export { ToolStep } from './tool-step.tsx';
