import { type StepFailure, STEP_FAILURES } from '../../shared/step-texts.ts';
import type { Article } from './article.ts';

/** A page with more text has something of its own. */
const MAX_CHARACTERS = 700;

/** Pages that say with status 200 that there is none. */
const NOT_FOUND = [
  /^\s{0,9}(?:error |http |fehler )?404\s{0,3}(?:$|[-–:|.!]|not|error|page)/im,
  /\b(?:page|article|content) (?:was )?not found(?!\p{L})/iu,
  /\b(?:page|article)[^.]{0,40}(?:does not exist|no longer exists|could not be found)/i,
  /seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata/i,
  /pagina niet gevonden|页面不存在|ページが見つかりません/i,
];

/** What stands before a page: a check of the browser, a question about cookies, a script that has to run. */
const WALL = [
  /\b(?:just a moment|checking (?:if|your|the)|enable (?:javascript|cookies)|verify (?:that )?you are (?:a )?human)/i,
  /\b(?:are you a robot|not a robot|unusual traffic|access denied|attention required|we value your privacy)\b/i,
  /\bjavascript (?:is|must be) (?:disabled|enabled|required)\b/i,
  /\b(?:use|store|accept|allow|utilisons|acceptez?r?|usamos|utilizamos|aceptar)\b[^.]{0,40}cookies/i,
  /\b(?:verwenden|nutzen|akzeptieren)\b[^.]{0,40}cookies/i,
];

/** Why what was fetched is nothing to answer from; undefined where it may be. */
export const contentFailure = ({ title, text }: Pick<Article, 'title' | 'text'>): StepFailure | undefined => {
  if (text.length > MAX_CHARACTERS) return undefined;
  const page = `${title.slice(0, MAX_CHARACTERS)}\n${text}`;
  if (NOT_FOUND.some((pattern) => pattern.test(page))) return 'The site answered 404.';
  return WALL.some((pattern) => pattern.test(page)) ? STEP_FAILURES.pageWithoutText : undefined;
};

const REFRESH = /<meta[^>]{0,200}http-equiv\s{0,9}=\s{0,9}["']?refresh["']?[^>]{0,200}>/i;
const CONTENT = /content\s{0,9}=\s{0,9}(?:"([^">]{1,2000})|'([^'>]{1,2000}))/i;
const TARGET = /^\s{0,9}(\d{1,3})\s{0,9}[;,]\s{0,9}url\s{0,9}=\s{0,9}(.*)$/i;
const HEAD_CHARACTERS = 16_384;
/** A page that waits longer is meant to be read. */
const MAX_WAIT_SECONDS = 5;

const contentOf = (tag: string): string => {
  const [, double, single = ''] = CONTENT.exec(tag) ?? [];
  return double ?? single;
};

/** Where a page leads its readers at once; undefined for pages that stay. */
export const refreshTarget = (html: string, base: string): string | undefined => {
  const [tag = ''] = REFRESH.exec(html.slice(0, HEAD_CHARACTERS)) ?? [];
  const [, wait, address = ''] = TARGET.exec(contentOf(tag)) ?? [];
  const target = address
    .replace(/^['"]|['"]$/g, '')
    .replaceAll('&amp;', '&')
    .trim();
  if (target === '' || Number(wait) > MAX_WAIT_SECONDS || !URL.canParse(target, base)) return undefined;
  return new URL(target, base).href;
};
