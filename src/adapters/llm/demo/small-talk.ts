import { HELP } from './help.ts';

interface SmallTalk {
  readonly pattern: RegExp;
  readonly answer: string;
}

const WHO_I_AM =
  '### Who I am\n\nI am the **demo model** that comes with Parley: no language model, only a small program that ' +
  'finds passages by their words. I know Parley’s own help, I read texts and files that you give me, and I show ' +
  'what replies look like. A real model takes my place as soon as one is connected.';

const WHAT_PARLEY_CAN_DO = HELP.find(({ title }) => title === 'What Parley can do')?.text ?? '';

/** Whole messages, not openings: "Hi, how do I …" is a question. */
const SMALL_TALK: readonly SmallTalk[] = [
  {
    pattern:
      /^(who|what) (are|r) (you|u)\b|^(are|r) you (a |an |the )?(real|chat ?gpt|gpt|claude|human|bot|robot|ai|llm|llama|person|demo)\b|^what('s| is) your name|^(which|what) (language )?model (are|is) (you|this)|^introduce yourself|^wer bist du|^qui es-tu|^quién eres/i,
    answer: WHO_I_AM,
  },
  {
    pattern:
      /^(so )?(what|how) (else )?(can|could|do) you (do|help)\b|^(please )?help( me)?( please)?\W*$|^what can (i|we) (do|ask)\b|^list what you can do|^what (is|are) (possible|your (features|capabilities))|^was kannst du|^que (sais|peux)-tu|^qué puedes hacer/i,
    answer: `### What Parley can do\n\n${WHAT_PARLEY_CAN_DO}`,
  },
  {
    pattern: /^how (are|r) (you|u)\b|^how('s| is) it going|^what'?s up\b/i,
    answer: '### How I am\n\nQuick and in good order, as small programs are. What would you like to know?',
  },
  {
    pattern:
      /^((many )?thanks|thank (you|u)|thx|ty|cheers|great|perfect|nice|cool|awesome|danke|merci|gracias|ありがとう|شكرا)[^?\p{L}]?[^?]{0,40}$/iu,
    answer: '### You are welcome\n\nAsk on whenever you like.',
  },
  {
    pattern: /^((good ?)?bye|see you|good night|ciao|tschüss|au revoir|adiós)\b[^?]{0,30}$/i,
    answer: '### See you\n\nThe chat stays where it is, for when you come back.',
  },
  {
    pattern:
      /^(hi|hello|hey|hiya|yo|howdy|good (morning|afternoon|evening|day)|greetings|test(ing)?|ping|hallo|guten tag|bonjour|salut|hola|こんにちは|مرحبا)(\s+(there|all|everyone|parley|you|demo|again))?[\s\p{P}\p{S}]*$/iu,
    answer: '### Hello\n\nAsk me about Parley, or give me a text or a file and ask about that.',
  },
];

const OPENING = /^\s*(hi|hello|hey|good (morning|afternoon|evening))\b( there)?[\s,.!:]+(?=\S)/i;

/** The question without a greeting in front of it. */
export const withoutGreeting = (question: string): string => question.replace(OPENING, '');

/** The answer to a greeting, to thanks, or to a question about the model itself. */
export const smallTalk = (question: string): string | undefined =>
  SMALL_TALK.find(({ pattern }) => pattern.test(question.trim()))?.answer;
