import { hasSearchIntent } from '../../src/contract/search-intent.ts';

const LIKE = [
  'search cheap flights to Oslo',
  'Find a good dentist',
  'look up the capital of Chad',
  'Google best pancake recipe',
  'latest news about Mars',
  'what is the weather in Paris',
  'who won the match',
  'price of gold per ounce',
  'best laptop under 1000 for students',
  'React vs Vue performance',
  'elections in Norway 2025',
  'What happened today in Berlin?',
  'the current interest rate',
  'recent studies on sleep',
  'Suche günstige Flüge nach Oslo',
  'Wie ist das Wetter morgen?',
  'Neueste Nachrichten aus Berlin',
  'Was kostet das heute noch?',
  'Wer hat die Wahl gewonnen?',
  'beste Kamera bis 500 Euro für Anfänger',
  'Preis von Gold pro Unze',
  'cherche un hôtel à Lyon',
  'quelle est la météo à Nice',
  'les dernières nouvelles de Paris',
  'qui a gagné le match',
  'prix du pain en ville',
  'meilleur vélo électrique pour débutants',
  'busca vuelos a Madrid',
  '¿Quién ganó el partido?',
  'últimas noticias de México',
  'precio de la gasolina',
  'mejor portátil barato para estudiantes',
  'qué pasa hoy en Lima',
  '東京の天気を教えて',
  '最新のニュースは何ですか',
  'ゴールドの価格はいくら',
  '近くのラーメン屋を検索して',
];
const UNLIKE = [
  '',
  'Hi',
  'search this',
  'latest news',
  'Write a poem about rain',
  'Explain recursion to a child',
  'Why is the sky blue?',
  'Find'.repeat(100),
  'researching is a word here',
  'Fix this code:\n```js\nconst today = 1;\n```',
  'What is 20300 divided by 4?',
  'Who was Napoleon Bonaparte',
  'the newspaper is on the table',
  'in the year 1999 it was so',
  'Schreibe ein Gedicht über Regen',
  'Warum ist der Himmel blau?',
  'Écris un poème sur la pluie',
  'Pourquoi le ciel est bleu',
  'Escribe un poema sobre la lluvia',
  '¿Por qué el cielo es azul?',
  '雨について詩を書いて',
  'なぜ空は青いのですか',
  'the summary has 20,250 words',
  `news ${'x '.repeat(160)}`,
];

const OF_OTHER_LANGUAGES = [
  'What is the actual speed of the train',
  'Was ist der recent change im Text',
  'Quel est le clima de ce poème',
  '¿Cuál es el best de los textos',
];
const ABOUT_FILES = [
  'What is the current rent in my contract?',
  'Wie hoch ist die aktuelle Miete in meinem Vertrag?',
  'Find the clause about pets',
  'Quel est le loyer actuel du contrat ?',
  'What happened in 2024 in this report?',
  '最新の家賃はいくらですか',
];

test.each(OF_OTHER_LANGUAGES)('%s has a search word of another language only', (text) =>
  expect(hasSearchIntent(text)).toBe(false),
);
test.each(ABOUT_FILES)('%s is asked of the attached files', (text) => {
  expect(hasSearchIntent(text, true)).toBe(false);
});
test('the web is searched with files attached when it is asked for by name', () => {
  expect(hasSearchIntent('Search the web for the current rent index', true)).toBe(true);
});
test.each(LIKE)('%s wants the web', (text) => expect(hasSearchIntent(text)).toBe(true));
test.each(UNLIKE)('%s does not want the web', (text) => expect(hasSearchIntent(text)).toBe(false));
