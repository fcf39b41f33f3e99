/** Why a step failed, for people and for the model. `{status}` is a status of HTTP. */
export const STEP_FAILURES = {
  tookTooLong: 'It took too long.',
  toolFailed: 'The tool did not work.',
  toolWithdrawn: 'This tool is not part of the account any more.',
  toolChanged: 'Not called: this tool is not available any more, or it changed.',
  resultLost: 'The server restarted while this call was running. Its result is lost, and it may have had its effect.',
  searchUnanswered: 'The search did not answer.',
  searchQuotaUsed: 'The quota of the search service is used up.',
  searchBusy: 'The search service is called too often at the moment.',
  searchRefused: 'The search service refuses to work for this server.',
  addressUnknown: 'This address came neither from the person nor from a search.',
  addressInvalid: 'This is not the address of a page.',
  addressNotPublic: 'This address is not public.',
  siteUnanswered: 'The site did not answer.',
  siteTooSlow: 'The site took too long to answer.',
  siteAnswered: 'The site answered {status}.',
  siteInCircles: 'The site redirects in circles.',
  siteUnreadable: 'The answer of the site cannot be read.',
  pageTooLarge: 'The file is too large.',
  pageTooSlow: 'The page took too long to read.',
  pageWithoutText: 'This address is not a page with text.',
  toolServerUnanswered: 'The server of this tool does not answer.',
  toolSignInNeeded: 'Allow access at the page of this server first.',
  toolScopeNeeded: 'This tool needs more access. Sign out of its server and in again to allow it.',
  toolForbidden: 'This tool may not be used.',
  tooManyWaiting: 'Too many calls wait for an answer.',
} as const;

type FailureText = (typeof STEP_FAILURES)[keyof typeof STEP_FAILURES];

/** A text of STEP_FAILURES, with its status. */
export type StepFailure = Exclude<FailureText, typeof STEP_FAILURES.siteAnswered> | `The site answered ${number}.`;

/**
 * What the product itself writes as `label` or `output` of a step. Other clients show these texts as they are; the page
 * shows the message of the same key in the reader's language.
 */
export const STEP_TEXTS = {
  ...STEP_FAILURES,
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
