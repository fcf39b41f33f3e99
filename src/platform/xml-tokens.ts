/** A piece of XML. Names are without their prefix. */
export type XmlToken =
  | { readonly type: 'open'; readonly name: string; readonly attributes: string }
  | { readonly type: 'close'; readonly name: string }
  | { readonly type: 'text'; readonly text: string };

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
const MAX_CODE_POINT = 0x10ffff;

const decodeCodePoint = (code: number): string =>
  code > 0 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';

/** Only the five entities of XML and numbers: nothing that a document declares is expanded. */
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      if (decimal !== undefined) return decodeCodePoint(Number(decimal));
      if (hex !== undefined) return decodeCodePoint(Number.parseInt(hex, 16));
      return ENTITIES[String(name)] ?? whole;
    },
  );

/** The value of an attribute in the text of a tag, whatever its prefix; undefined without it. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  for (let at = attributes.indexOf(`${name}=`); at >= 0; at = attributes.indexOf(`${name}=`, at + 1)) {
    const quote = attributes.charAt(at + name.length + 1);
    const end = attributes.indexOf(quote, at + name.length + 2);
    if (!/[\s:]/.test(attributes.charAt(at - 1)) || !/["']/.test(quote) || end < 0) continue;
    return decodeEntities(attributes.slice(at + name.length + 2, end));
  }
  return undefined;
};

const SKIPPED = [
  { start: '<!--', end: '-->' },
  { start: '<?', end: '?>' },
] as const;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/** The `>` of the tag that starts at `at`; a quoted one does not count. The text's end when it never ends. */
const endOfTag = (xml: string, at: number): number => {
  let quote = '';
  for (let here = at; here < xml.length; here += 1) {
    const sign = xml.charAt(here);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '>') return here;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return xml.length;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function* tagTokens(tag: string): Generator<XmlToken> {
  if (tag.startsWith('/')) {
    yield { type: 'close', name: localName(tag.slice(1).trim()) };
    return;
  }
  const isEmpty = tag.endsWith('/');
  const body = isEmpty ? tag.slice(0, -1) : tag;
  const end = body.search(/\s/);
  const name = localName(end < 0 ? body : body.slice(0, end));
  yield { type: 'open', name, attributes: end < 0 ? '' : body.slice(end) };
  if (isEmpty) yield { type: 'close', name };
}

const endAfter = (xml: string, sign: string, from: number): number => {
  const at = xml.indexOf(sign, from);
  return at < 0 ? xml.length : at + sign.length;
};

/** The tokens of XML in order, each character read once. Comments and instructions are left out. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at);
    const text = xml.slice(at, next < 0 ? xml.length : next);
    if (text !== '') yield { type: 'text', text: decodeEntities(text) };
    if (next < 0) return;
    const skipped = SKIPPED.find(({ start }) => xml.startsWith(start, next));
    if (skipped) at = endAfter(xml, skipped.end, next + skipped.start.length);
    else if (xml.startsWith(CDATA, next)) {
      at = endAfter(xml, CDATA_END, next + CDATA.length);
      yield { type: 'text', text: xml.slice(next + CDATA.length, at - CDATA_END.length) };
    } else {
      const end = endOfTag(xml, next + 1);
      if (xml.charAt(next + 1) !== '!') yield* tagTokens(xml.slice(next + 1, end));
      at = end + 1;
    }
  }
}
