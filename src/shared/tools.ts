/** What a tool of a connected server may do: nothing; run by itself; run when the person allows the call. */
export const TOOL_MODES = ['off', 'auto', 'ask'] as const;
export type ToolMode = (typeof TOOL_MODES)[number];

/** What a person answers to a call that asks. `chat`: this call and further ones of the same tool in the same chat. */
export const CALL_DECISIONS = ['once', 'chat', 'refuse'] as const;
export type CallDecision = (typeof CALL_DECISIONS)[number];

/**
 * Of a question that a reply waits with: `expired` after an hour, `withdrawn` when the reply ended or its server moved
 * first.
 */
export const QUESTION_OUTCOMES = ['once', 'chat', 'refused', 'answered', 'expired', 'withdrawn'] as const;
export type QuestionOutcome = (typeof QUESTION_OUTCOMES)[number];

/** How long a reply waits for an answer. */
export const QUESTION_LIFETIME_MS = 3_600_000;

/** `sign-in`: the person has to allow access at the server's own page first; `off`: the account may not use it now. */
export const TOOL_SERVER_STATES = ['ready', 'sign-in', 'unreachable', 'off'] as const;
export type ToolServerState = (typeof TOOL_SERVER_STATES)[number];

/** Why a server cannot be used. Nothing of what a server says: it could be anything, also a secret that we sent. */
export const TOOL_PROBLEMS = [
  'no-answer',
  'too-slow',
  'not-public',
  'too-much',
  'no-access',
  'redirect',
  'status',
  'protocol',
  'closed',
  'page-refuses',
  'no-page',
  'no-registration',
  'headers-locked',
  'program-removed',
  'program-not-started',
  'program-ended',
  'program-unstable',
  'not-in-plan',
  'tools-off',
] as const;
export type ToolProblemCode = (typeof TOOL_PROBLEMS)[number];

export interface ToolProblem {
  readonly code: ToolProblemCode;
  /** Of HTTP, with `status` and `no-access`. */
  readonly status: number | null;
}

export const toolProblem = (code: ToolProblemCode, status: number | null = null): ToolProblem => ({ code, status });

/** Who added a server: the operator by a file, an admin, or the person. */
export const TOOL_SERVER_ORIGINS = ['operator', 'admin', 'own'] as const;
export type ToolServerOrigin = (typeof TOOL_SERVER_ORIGINS)[number];

/** How Parley proves itself to a server. */
export const TOOL_SERVER_AUTH = ['none', 'headers', 'oauth'] as const;
export type ToolServerAuth = (typeof TOOL_SERVER_AUTH)[number];

/** How a sign-in at a server's page ended. The page is opened again with it: `/?tool-sign-in=done#/settings/tools`. */
export const TOOL_SIGN_IN_OUTCOMES = ['done', 'refused', 'lost', 'unreachable'] as const;
export type ToolSignInOutcome = (typeof TOOL_SIGN_IN_OUTCOMES)[number];
export const TOOL_SIGN_IN_PARAMETER = 'tool-sign-in';

export const MAX_TOOL_SERVERS = 20;
export const MAX_SERVERS_PER_CHAT = 8;
/** Of one server; further ones are left out. */
export const MAX_TOOLS_PER_SERVER = 64;
/** Of all servers that are on for a question; further ones are left out. */
export const MAX_TOOLS_PER_REPLY = 64;
export const MAX_ARGUMENT_CHARACTERS = 20_000;
