/**
 * What the product itself writes as `label` or `output` of a step. Other clients show these texts as they are; the page
 * shows the message of the same key in the reader's language.
 */
export const STEP_TEXTS = {
  choosingAgent: 'Choosing an agent',
  reasoningAgent: 'Reasoning',
  researchAgent: 'Web Search',
  codeAgent: 'Code',
  searchingWeb: 'Searching the web',
  nothingFound: 'Nothing found',
  readingPage: 'Reading a page',
  runningJavaScript: 'Running JavaScript',
  startingPython: 'Starting Python',
  runningPython: 'Running Python',
  drawingChart: 'Drawing a chart',
  endingHere: 'Ending here',
  callsUsed: 'The limit of tool calls is reached. The answer comes from what was found so far.',
  tokensUsed: 'The tokens for one reply are used. The answer comes from what was found so far.',
  timeUsed: 'The time for research is over. The answer comes from what was found so far.',
  beginningLeftOut: 'The beginning of the conversation is left out',
  beginningLeftOutReason: 'It is longer than this model can take, so the answer does not know the oldest messages.',
} as const;
