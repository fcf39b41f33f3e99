import type { ModelMessage } from '../chat/models/ports.ts';
import type { AgentTask } from '../chat/replies/ports/agents.ts';
import { UNTRUSTED_TEXT_RULE } from '../kernel/untrusted-text.ts';
import type { SpecificAgentType } from '../../shared/agent-types.ts';

const CITATION_RULES =
  'Cite every statement that comes from a source with its number in square brackets, such as [1] or [2][3], ' +
  'directly after the statement. Use only numbers that you were given. Say so where the sources do not answer the ' +
  'question. Where a question is about the latest, prefer the newest of dated sources, and say of what date a ' +
  'statement is.';

const AGENT_PROMPTS: Readonly<Record<SpecificAgentType, string>> = {
  reasoning_agent:
    'Work in two parts. First think the problem through step by step between <think> and </think>: ' +
    'what is asked, what is known, which ways there are, and check the result. Then, after </think>, write the ' +
    'answer alone: clear, complete, and without repeating the thinking.',
  research_agent:
    'You research on the web. Search first, with several searches at once where the question has several sides; ' +
    'read the pages that matter most, several at once, before you answer. Stop as soon as you know enough. ' +
    'Numbers that belong together can be shown with the chart tool. ' +
    `When the search fails, answer from what you know and say that there are no sources. ${CITATION_RULES}`,
  code_agent:
    'You write code. Where running a program can check a result or compute one, run it with a tool before you ' +
    'answer, and fix what fails. Python, where there is a tool for it, is for data, statistics, texts, files of ' +
    'the conversation, and files to hand over; JavaScript starts faster and is for short calculations and for ' +
    'checking JavaScript. A chart of numbers is drawn by the chart tool, not by a program. ' +
    'Answer with working code in fenced blocks and a short explanation.',
};

const withSystemText = (messages: AgentTask['messages'], addition: string): ModelMessage[] => {
  const [first, ...rest] = messages;
  if (first?.role === 'system') return [{ role: 'system', content: `${first.content}\n\n${addition}` }, ...rest];
  return [{ role: 'system', content: addition }, ...messages];
};

/** The conversation with the agent's prompt. */
export const withAgentPrompt = (
  messages: AgentTask['messages'],
  agent: SpecificAgentType,
  hasTools: boolean,
): ModelMessage[] =>
  withSystemText(messages, hasTools ? `${AGENT_PROMPTS[agent]}\n\n${UNTRUSTED_TEXT_RULE}` : AGENT_PROMPTS[agent]);

/** The conversation for an answer with the tools of connected servers alone. */
export const withToolsPrompt = (messages: AgentTask['messages']): ModelMessage[] =>
  withSystemText(
    messages,
    'You can use the tools of servers that the person connected. Call one where it helps to answer, several at ' +
      'once where ' +
      `they do not depend on each other, and answer without them otherwise. ${UNTRUSTED_TEXT_RULE}`,
  );

/** The conversation for an answer from search results, without tools. */
export const withCitationPrompt = (messages: AgentTask['messages']): ModelMessage[] =>
  withSystemText(
    messages,
    `Answer from the search results that come with the question. ${CITATION_RULES}\n\n${UNTRUSTED_TEXT_RULE}`,
  );

/** The conversation for an answer after a failed search; attached files may still be sources. */
export const withNoSourcesPrompt = (messages: AgentTask['messages'], sources: number): ModelMessage[] =>
  withSystemText(
    messages,
    sources > 0
      ? 'The web search did not work. Answer from the attached files and from what you know, and say that nothing ' +
          'comes from the web.'
      : 'The web search did not work. Answer from what you know, begin by saying that there are no sources, and cite ' +
          'nothing.',
  );

/** The conversation with search results before the last question. */
export const withSearchResults = (messages: readonly ModelMessage[], results: string): ModelMessage[] => {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: results }];
  return [...messages.slice(0, -1), { role: 'user', content: `${results}\n\n${last.content}` }];
};

/** Used when no round is left. */
export const FINAL_ANSWER_PROMPT =
  'No further tool calls are possible. Answer the question now with what is known so far, and say plainly what ' +
  'could not be found out.';

/** Used after a turn without an answer. */
export const ANSWER_NOW_PROMPT = 'Write the answer now, without further thinking and without tool calls.';
