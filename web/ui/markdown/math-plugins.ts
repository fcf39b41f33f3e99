import 'katex/dist/katex.min.css';
import './formulas.css';

import rehypeKatex from 'rehype-katex';
import { defaultSchema } from 'rehype-sanitize';
import remarkMath from 'remark-math';

import { isFormulaTooComplex, MAX_FORMULA_LENGTH_PER_BLOCK } from './complexity-limits.ts';

const MATHML = [
  'math',
  'semantics',
  'annotation',
  'mrow',
  'mi',
  'mn',
  'mo',
  'ms',
  'mtext',
  'mspace',
  'mfrac',
  'msqrt',
  'mroot',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mtable',
  'mtr',
  'mtd',
  'mstyle',
  'mpadded',
  'mphantom',
  'menclose',
];
const MATHML_LOOKS = [
  'xmlns',
  'display',
  'encoding',
  'mathvariant',
  'stretchy',
  'fence',
  'separator',
  'accent',
  'accentunder',
  'lspace',
  'rspace',
  'width',
  'height',
  'depth',
  'voffset',
  'minsize',
  'maxsize',
  'columnalign',
  'columnspacing',
  'rowspacing',
  'columnlines',
  'rowlines',
  'scriptlevel',
  'displaystyle',
  'linethickness',
  'notation',
  'symmetric',
  'movablelimits',
  'largeop',
  'form',
];

/**
 * What typeset formulas may consist of, on top of ordinary text. `style` is let through on spans because the text
 * itself cannot carry any (raw markup is never parsed) and KaTeX, without `trust`, writes only sizes and colours.
 */
const schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), ...MATHML, 'svg', 'path', 'line'],
  attributes: {
    ...defaultSchema.attributes,
    ...Object.fromEntries(MATHML.map((name) => [name, MATHML_LOOKS])),
    span: ['className', 'style', 'ariaHidden', 'title'],
    svg: ['xmlns', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'style', 'ariaHidden'],
    path: ['d'],
    line: ['x1', 'y1', 'x2', 'y2', 'strokeWidth'],
    code: ['className'],
  },
};

const parseMath: [typeof remarkMath, { singleDollarTextMath: boolean }] = [remarkMath, { singleDollarTextMath: false }];
const typeset: [
  typeof rehypeKatex,
  { trust: boolean; strict: boolean; throwOnError: boolean; maxExpand: number; maxSize: number },
] = [rehypeKatex, { trust: false, strict: false, throwOnError: false, maxExpand: 200, maxSize: 20 }];

interface Node {
  type: string;
  value?: string;
  data?: unknown;
  children?: Node[];
}

/** Formulas that would take too long, or all of them, become code: so they can be read as they were written. */
const limitFormulas =
  (typeset: boolean) =>
  () =>
  (root: Node): void => {
    let remaining = typeset ? MAX_FORMULA_LENGTH_PER_BLOCK : 0;
    const visit = (node: Node): void => {
      if (node.type === 'math' || node.type === 'inlineMath') {
        const tex = node.value ?? '';
        remaining -= tex.length;
        if (remaining >= 0 && !isFormulaTooComplex(tex)) return;
        node.type = node.type === 'math' ? 'code' : 'inlineCode';
        delete node.data;
      }
      node.children?.forEach(visit);
    };
    visit(root);
  };

/** What the renderer adds for text with formulas. */
export const mathPlugins = { read: parseMath, limit: limitFormulas, typeset, schema };
