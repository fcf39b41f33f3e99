import { fixedError } from '../kernel/domain-error.ts';

export class ToolServerUnreachable extends fixedError('bad_upstream', 'The server of this tool does not answer') {}
export class ToolSignInNeeded extends fixedError('forbidden', 'Allow access at the page of this server first') {}
export class ToolNotUsable extends fixedError('forbidden', 'This tool may not be used') {}
