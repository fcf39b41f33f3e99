import type { DocumentSection } from '../../../shared/reply-details.ts';

type Kind = DocumentSection['kind'];

/** Headings that name the kind of their section, in the most common languages. */
const HEADINGS: readonly (readonly [Kind, RegExp])[] = [
  [
    'stepByStep',
    /^(?:step[- ]by[- ]step|steps?(?: \d+)?|schritte?(?: \d+)?|schritt für schritt|étapes?(?: \d+)?|étape par étape|pasos?(?: \d+)?|paso a paso|passos?(?: \d+)?|passaggi|шаги?(?: \d+)?|步骤|手順)(?![\p{L}\p{N}])/iu,
  ],
  [
    'reasoning',
    /^(?:(?:my |the )?reasoning|thinking|thoughts?|thought process|chain of thought|analysis process|überlegung(?:en)?|gedankengang|raisonnement|réflexion|razonamiento|raciocínio|ragionamento|рассуждени[ея]|推理|思考)(?![\p{L}\p{N}])/iu,
  ],
  [
    'toolAction',
    /^(?:tools?(?: calls?| use| used| actions?| results?)?|actions? taken|search(?:es)? (?:performed|done)|werkzeuge?|outils?|herramientas?|инструменты|工具)$/iu,
  ],
  [
    'answer',
    /^(?:(?:final |short |direct |the )?answer|conclusion|in short|bottom line|tl;?dr|(?:kurze )?antwort|fazit|réponse|en bref|respuesta|conclusión|resposta|conclusão|risposta|conclusione|ответ|вывод|答案|回答|結論|结论)(?![\p{L}\p{N}])/iu,
  ],
];

/** Undefined for other headings. */
export const kindOfHeading = (heading: string): Kind | undefined => {
  const label = heading.replace(/^(?:\d{1,2}[.)]|[^\p{L}\p{N}]+)\s*/u, '').trim();
  return label.length > 80 ? undefined : HEADINGS.find(([, pattern]) => pattern.test(label))?.[0];
};

const STEP =
  /^\s*(?:(?:\*\*|__)?(?:step|schritt|étape|paso|passo|шаг)\s+\d{1,2}\s*(?:[:.)–—-]|\*\*|__|$)|(?:\*\*)?(?:第\s*\d{1,2}\s*步|步骤\s*\d{1,2}|手順\s*\d{1,2}))/iu;
const TOOL =
  /^\s*(?:(?:[🔍🔎🌐🔧🛠⚙]\uFE0F?\s*)(?:search|read|call|fetch|us|run|open|brows)\p{L}*|\[?tool(?: call| use)?(?:\]|:)|action(?: input)?:|observation:|calling (?:the )?(?:tool|function)\b|searching (?:the web|for)\b)/iu;
const ANSWER =
  /^\s*(?:\*\*|__)?(?:(?:final |short )?answer|antwort|réponse|respuesta|resposta|risposta|ответ|答案)(?:\*\*|__)?\s*[:：]/iu;

/** By its first line. */
export const kindOfParagraph = (paragraph: string): Kind | undefined => {
  const line = paragraph.trimStart().split('\n', 1)[0] ?? '';
  if (STEP.test(line)) return 'stepByStep';
  if (TOOL.test(line)) return 'toolAction';
  return ANSWER.test(line) ? 'answer' : undefined;
};

/** A step that is only a label: its text is in the next paragraph. */
export const isStepLabel = (paragraph: string): boolean => {
  const line = paragraph.trim();
  return STEP.test(line) && line.length < 80 && !line.includes('\n') && /(?:[:：]|\*\*|__|\d)$/.test(line);
};
