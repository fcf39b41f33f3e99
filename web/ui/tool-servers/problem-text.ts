import type { ToolProblem, ToolProblemCode } from '../../../src/shared/tools.ts';
import type { Translator } from '../../lib/i18n/translations.ts';
import type { ServerTextKey } from './texts.ts';

const TEXTS: Readonly<Record<ToolProblemCode, ServerTextKey>> = {
  'no-answer': 'noAnswer',
  'too-slow': 'tooSlow',
  'not-public': 'notPublic',
  'too-much': 'tooMuch',
  'no-access': 'noAccess',
  redirect: 'redirect',
  status: 'answeredStatus',
  protocol: 'wrongProtocol',
  closed: 'closed',
  'page-refuses': 'pageRefuses',
  'no-page': 'noPage',
  'no-registration': 'noRegistration',
  'headers-locked': 'headersLocked',
  'program-removed': 'programRemoved',
  'program-not-started': 'programNotStarted',
  'program-ended': 'programEnded',
  'program-unstable': 'programUnstable',
  'not-in-plan': 'notInPlan',
  'tools-off': 'toolsOff',
};

/** Why a server cannot be used, within a sentence. */
export const problemText = ({ code, status }: ToolProblem, t: Translator<ServerTextKey>): string =>
  t(TEXTS[code], { status: String(status ?? '') });
