import { parseChart, writeChartBlock } from '../../../shared/chart.ts';

interface Showpiece {
  /** In the languages of the page: its suggestions lead here. */
  readonly asked: readonly RegExp[];
  readonly answer: (question: string) => string;
}

const ENCRYPTION = [
  '### Public-key encryption',
  'Think of a **letter box with a slot**. Everybody can drop a letter through the slot; ' +
    'only you, with the key to the little door, can take letters out.',
  '| In the street | In the computer |\n|---|---|\n' +
    '| The slot, open to everybody | Your **public key**: hand it out freely |\n' +
    '| The key to the door | Your **private key**: it never leaves you |\n' +
    '| Dropping a letter in | Encrypting with the public key |\n' +
    '| Opening the door | Decrypting with the private key |',
  '1. Anna asks Ben for his public key; it may travel openly.\n' +
    '2. She encrypts her message with it. From now on even *she* cannot read it back.\n' +
    '3. Ben decrypts it with his private key.',
  '> **Why it works:** some sums are easy one way and hopeless the other way. Two large primes are multiplied in ' +
    'an instant; to find them again from the product takes longer than anybody will live.',
  'One thing the picture hides: how does Anna know that the slot is Ben’s, and not one that somebody hung over it? ' +
    'That is what certificates are for: a party both trust signs “this public key is Ben’s”.',
].join('\n\n');

const DAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi;

const email = (question: string): string => {
  const [from = 'Monday', to = 'Wednesday'] = question.match(DAY) ?? [];
  return [
    '### An email that moves a meeting',
    `**Subject:** Could we move ${from}’s meeting to ${to}?`,
    `> Hi [name],\n>\n> I hope your week is going well. Something has come up on ${from}, and I would rather give ` +
      `our meeting my full attention than half of it. Could we move it to **${to} at the same time**?\n>\n` +
      '> If that does not suit you, send me two or three times that do and I will make one of them work. ' +
      'The agenda stays as it is, and I will change the invitation as soon as I hear from you.\n>\n' +
      '> Thank you for being flexible, and sorry for the shuffle!\n>\n> Best wishes,\n> [your name]',
    '**Why it is built this way**\n\n- The subject holds the whole request, so it can be answered from the phone.\n' +
      '- One honest reason is enough; three sound like excuses.\n' +
      '- It offers a way out and takes the work of rescheduling on itself.',
  ].join('\n\n');
};

const WEEKEND = [
  '### A quiet weekend in the city',
  'The plan works in any city with an old centre and a river or a park. One museum a day is the trick: ' +
    'the second one is always a blur.',
  '**Saturday**\n\n- *Morning:* the big museum, at opening time. Pick two rooms beforehand and leave after ninety ' +
    'minutes.\n' +
    '- *Midday:* a covered market; eat standing up.\n' +
    '- *Afternoon:* along the water, about 3 km, with a bench in the middle and a book.\n' +
    '- *Evening:* an early dinner in a side street two corners from the square.',
  '**Sunday**\n\n- *Morning:* coffee, then a small house: a writer’s home, a print collection, a botanical ' +
    'garden.\n' +
    '- *Midday:* a hill or a tower for the view of where you walked.\n' +
    '- *Afternoon:* the quarter where people live, 2 km, no map.',
  '| | Cost | Walking | Book ahead? |\n|---|---|---:|---|\n' +
    '| Saturday | one ticket, lunch, dinner | 5 km | the museum |\n| Sunday | a small ticket, coffee | 4 km | no |',
  '**To take along:** comfortable shoes, a light coat, and nothing planned for Sunday evening.',
].join('\n\n');

const FASTER_LOOP = [
  '### A slow loop in Python, made faster',
  '**1. Measure first.** The slow line is seldom the one you suspect.\n\n```python\nimport cProfile\n' +
    'cProfile.run("main()", sort="cumtime")\n```',
  '**2. Look at what the loop does again and again.** Here each `in` walks through a whole list:\n\n```python\n' +
    'def common(a: list[str], b: list[str]) -> list[str]:\n    found = []\n    for word in a:\n' +
    '        if word.lower() in [w.lower() for w in b]:  # built anew each time\n            found.append(word)\n' +
    '    return found\n```',
  '**3. Move it out, and ask a set.** One pass over each list instead of one over both for every word:\n\n' +
    '```python\ndef common(a: list[str], b: list[str]) -> list[str]:\n    known = {w.lower() for w in b}  # once\n' +
    '    return [word for word in a if word.lower() in known]\n```',
  '| | Steps for 10,000 words each |\n|---|---:|\n| Before | 100,000,000 |\n| After | 20,000 |',
  '**4. Only then reach further:** `sum`, `zip` and `itertools` run their loop in C; ' +
    'NumPy does whole arrays of numbers at once; `functools.cache` remembers answers. ' +
    '**Measure again** after each step, and stop when it is fast enough.',
].join('\n\n');

/** The data of the examples are made up, and say so. */
const CHART = [
  '### A chart, drawn from its data',
  'The numbers are an example. In the chart the arrow keys read each value; beside its name are the data as a ' +
    'table and as a file.',
  writeChartBlock(
    parseChart({
      type: 'bar',
      title: 'Bread sold in a week (example)',
      x: 'Day',
      y: { label: 'Loaves', unit: '' },
      labels: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      series: [
        { name: 'Rye', values: [42, 38, 45, 51, 67, 88] },
        { name: 'Wheat', values: [61, 57, 60, 72, 94, 131] },
      ],
    }),
  ),
  'Saturday sells about twice what Monday does, and wheat leads on every day.',
].join('\n\n');

const TIMER = [
  'Here is a page with a timer. Open it to start it, then ask me to change it: “make it blue”, “call it "Tea ' +
    'timer"” or “add "Enjoy!"”.',
  [
    '```html',
    '<!doctype html>',
    '<html lang="en">',
    '  <head>',
    '    <title>Timer</title>',
    '    <style>',
    '      :root { --accent: #0f766e; }',
    '      body { display: grid; place-content: center; gap: 1rem; min-height: 90vh; font: 1.1rem system-ui; ' +
      'text-align: center; }',
    '      h1, output { color: var(--accent); }',
    '      output { font-size: 4rem; font-variant-numeric: tabular-nums; }',
    '      button { padding: 0.6rem 1.4rem; border: 0; border-radius: 0.5rem; background: var(--accent); color: ' +
      'white; font: inherit; }',
    '    </style>',
    '  </head>',
    '  <body>',
    '    <h1>Three minutes</h1>',
    '    <output id="left">3:00</output>',
    '    <button id="start">Start</button>',
    '    <script>',
    '      const left = document.getElementById("left");',
    '      let timer = 0;',
    '      document.getElementById("start").addEventListener("click", () => {',
    '        const end = Date.now() + 180000;',
    '        clearInterval(timer);',
    '        timer = setInterval(() => {',
    '          const seconds = Math.max(0, Math.round((end - Date.now()) / 1000));',
    '          left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;',
    '          if (seconds === 0) clearInterval(timer);',
    '        }, 250);',
    '      });',
    '    </script>',
    '  </body>',
    '</html>',
    '```',
  ].join('\n'),
].join('\n\n');

const SHOWPIECES: readonly Showpiece[] = [
  {
    asked: [
      /public[- ]key|asymmetric (encryption|crypto)/i,
      /öffentliche\w{0,12} schlüssel/i,
      /clé publique/i,
      /clave pública/i,
      /公開鍵/,
      /المفتاح العام/,
    ],
    answer: () => ENCRYPTION,
  },
  {
    asked: [
      /\b(write|draft|compose)\b.{0,40}\be-?mail\b/i,
      /\bschreib\w{0,12}\b.{0,40}\be-?mail\b/i,
      /(écris|rédige).{0,40}(e-?mail|courriel)/i,
      /\b(escribe|redacta)\b.{0,40}\b(correo|email)\b/i,
      /メール.{0,6}書/,
      /اكتب.{0,10}رسالة/,
    ],
    answer: email,
  },
  {
    asked: [
      /\bplan\b.{0,40}\bweekend\b/i,
      /\bplan\w{0,12}\b.{0,40}\bwochenende\b/i,
      /week-end/i,
      /fin de semana/i,
      /週末/,
      /نهاية أسبوع/,
    ],
    answer: () => WEEKEND,
  },
  {
    asked: [
      /\bloops?\b.{0,40}\b(fast|faster|quicker)\b|\b(slow|speed up|optimi[sz]e)\b.{0,40}\bloops?\b/i,
      /\bschleife\b.{0,40}\bschnell/i,
      /boucle lente/i,
      /bucle lento/i,
      /遅いループ/,
      /حلقة بطيئة/,
    ],
    answer: () => FASTER_LOOP,
  },
  {
    asked: [
      /\b(draw|show|make)\b.{0,40}\bchart\b/i,
      /\b(zeichne|zeig\w{0,4}|mach\w{0,4})\b.{0,40}\b(balkend|säulend|d)iagramm\b/i,
      /\b(dessine|montre|fais)\b.{0,40}\bgraphique\b/i,
      /\b(dibuja|muestra|haz)\b.{0,40}\bgráfico\b/i,
      /グラフを/,
      /ارسم.{0,20}بياني/,
    ],
    answer: () => CHART,
  },
  {
    asked: [
      /\b(make|build|create|write|code)\b.{0,40}\b(web ?page|website|timer|artifact)\b/i,
      /\b(mach|bau|erstell|schreib)\w{0,4}\b.{0,40}(webseite|website|timer|artefakt)/i,
      /\b(fais|crée|écris)\b.{0,40}(page web|minuteur|artefact)/i,
      /\b(haz|crea|escribe)\b.{0,40}(página web|temporizador|artefacto)/i,
      /(ウェブページ|タイマー|アーティファクト).{0,12}(作|書)/,
      /(أنشئ|اصنع|اكتب).{0,20}(صفحة ويب|مؤقت)/,
    ],
    answer: () => TIMER,
  },
];

/** A prepared answer to a question that the start page suggests, or one like it. */
export const showpiece = (question: string): string | undefined =>
  SHOWPIECES.find(({ asked }) => asked.some((pattern) => pattern.test(question)))?.answer(question);
