/** Deeper than pages made for readers; parsers' work grows with the square of the depth. */
const MAX_DEPTH = 128;
/** Length of one tag, in characters. */
const MAX_TAG_LENGTH = 8000;
const MAX_ATTRIBUTES = 64;
/** Longer values are dropped: no URL is that long, and patterns over them reread every character. */
const MAX_VALUE_LENGTH = 2000;

export interface MarkupLimits {
  readonly depth: number;
  /** Children per element; more are grouped into `<x-part>` elements, which have no meaning or style. */
  readonly children: number;
}

const GROUP_ELEMENT = 'x-part';
/** A group gets its neighbours' class, so that Readability treats them as related. */
const GROUP_TAG = `<${GROUP_ELEMENT} class="${GROUP_ELEMENT}">`;

const VOID_ELEMENTS = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
/** Elements whose content is not markup; only a title's text remains. */
const RAW_TEXT_ELEMENTS = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'textarea', 'title']);
/** Elements that are closed implicitly when one of these opens. */
const IMPLICITLY_CLOSED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['head', new Set(['body'])],
  [
    'p',
    new Set([
      'address',
      'article',
      'aside',
      'blockquote',
      'div',
      'dl',
      'fieldset',
      'footer',
      'form',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'header',
      'hr',
      'li',
      'main',
      'nav',
      'ol',
      'p',
      'pre',
      'section',
      'table',
      'td',
      'th',
      'tr',
      'ul',
    ]),
  ],
  ['li', new Set(['li'])],
  ['dt', new Set(['dt', 'dd'])],
  ['dd', new Set(['dt', 'dd'])],
  ['option', new Set(['option', 'optgroup'])],
  ['td', new Set(['td', 'th', 'tr', 'tbody', 'tfoot'])],
  ['th', new Set(['td', 'th', 'tr', 'tbody', 'tfoot'])],
  ['tr', new Set(['tr', 'tbody', 'tfoot'])],
]);

/** The end of the tag that starts at `at`; a quoted `>` does not count. Undefined when it never ends. */
const endOfTag = (html: string, at: number): number | undefined => {
  let quote = '';
  let before = '';
  for (let here = at; here < html.length; here += 1) {
    const letter = html.charAt(here);
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '>') return here;
    else if (before === '=' && (letter === '"' || letter === "'")) quote = letter;
    if (letter.trim() !== '') before = letter;
  }
  return undefined;
};

const TAG_NAME = /[A-Za-z][^\s/>]{0,60}/y;
const ATTRIBUTE = /([^\s"'<>/=]{1,60})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Attributes in one quoting style, so that every parser sees the same ends. */
const normalizeAttributes = (raw: string): string =>
  [
    ...raw
      .slice(0, MAX_TAG_LENGTH)
      .replace(/^[^\s/]+/, '')
      .matchAll(ATTRIBUTE),
  ]
    .slice(0, MAX_ATTRIBUTES)
    .map(([, name = '', ...values]) => {
      const value = values.find((one) => one !== undefined) ?? '';
      return value.length > MAX_VALUE_LENGTH
        ? ''
        : ` ${name}="${value.replace(/[<>"]/g, (sign) => ESCAPES[sign] ?? '')}"`;
    })
    .join('');

interface OpenElement {
  readonly name: string;
  children: number;
  grouped: boolean;
}

/** Rewrites markup tag by tag: well formed, no comments or scripts, within the limits of depth and width. */
class Rewriter {
  private readonly out: string[] = [];
  private readonly open: OpenElement[] = [];
  private readonly top: OpenElement = { name: '', children: 0, grouped: false };
  private at = 0;

  constructor(
    private readonly html: string,
    private readonly shape: MarkupLimits,
  ) {}

  rewrite(): string {
    while (this.at < this.html.length) {
      const next = this.html.indexOf('<', this.at);
      if (next < 0) break;
      this.out.push(this.html.slice(this.at, next));
      this.at = next;
      this.token();
    }
    this.out.push(this.html.slice(this.at));
    this.closeTo(0);
    if (this.top.grouped) this.out.push(`</${GROUP_ELEMENT}>`);
    return this.out.join('');
  }

  private token(): void {
    const { html, at } = this;
    if (html.startsWith('<!--', at)) return this.skip('-->', at + 4);
    if (html.startsWith('<!', at) || html.startsWith('<?', at)) return this.skip('>', at + 2);
    const isEnd = html.charAt(at + 1) === '/';
    TAG_NAME.lastIndex = at + (isEnd ? 2 : 1);
    const name = TAG_NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined) return this.text();
    const end = endOfTag(html, TAG_NAME.lastIndex);
    if (end === undefined) return this.skip('', html.length); // an unterminated tag is dropped
    this.at = end + 1;
    if (isEnd) this.closeTag(name);
    else this.openTag(name, html.slice(TAG_NAME.lastIndex, end));
  }

  /** A `<` that starts no tag. */
  private text(): void {
    this.out.push('&lt;');
    this.at += 1;
  }

  private skip(end: string, from: number): void {
    const found = this.html.indexOf(end, from);
    this.at = found < 0 ? this.html.length : found + end.length;
  }

  private openTag(name: string, attributes: string): void {
    while (IMPLICITLY_CLOSED_BY.get(this.open.at(-1)?.name ?? '')?.has(name)) this.closeTo(this.open.length - 1);
    if (RAW_TEXT_ELEMENTS.has(name)) this.raw(name, attributes);
    else if (VOID_ELEMENTS.has(name)) this.tag(name, attributes);
    else if (this.open.length < this.shape.depth) {
      this.tag(name, attributes);
      this.open.push({ name, children: 0, grouped: false });
    }
  }

  private tag(name: string, attributes: string): void {
    this.group(this.open.at(-1) ?? this.top);
    this.out.push(`<${name}${normalizeAttributes(attributes)}>`);
  }

  /** Makes room for one more child. */
  private group(parent: OpenElement): void {
    if (parent.children > 0 && parent.children % this.shape.children === 0) {
      this.out.push(parent.grouped ? `</${GROUP_ELEMENT}>` : '', GROUP_TAG);
      parent.grouped = true;
    }
    parent.children += 1;
  }

  /** Drops the content, except a title's text without anything that looks like a tag. */
  private raw(name: string, attributes: string): void {
    if (attributes.endsWith('/')) return;
    const end = new RegExp(`</${name}`, 'gi');
    end.lastIndex = this.at;
    const found = end.exec(this.html)?.index ?? this.html.length;
    if (name === 'title') this.out.push(`<title>${this.html.slice(this.at, found).replaceAll('<', '&lt;')}</title>`);
    this.at = found;
    this.skip('>', found);
  }

  private closeTag(name: string): void {
    const at = this.open.findLastIndex((one) => one.name === name);
    if (at >= 0) this.closeTo(at);
  }

  private closeTo(depth: number): void {
    while (this.open.length > depth) {
      const ended = this.open.pop();
      if (ended) this.out.push(ended.grouped ? `</${GROUP_ELEMENT}>` : '', `</${ended.name}>`);
    }
  }
}

/** Makes untrusted markup safe to parse: same text, linear time. */
export const shallowMarkup = (html: string, shape: Partial<MarkupLimits> = {}): string =>
  new Rewriter(html, { depth: MAX_DEPTH, children: Infinity, ...shape }).rewrite();
