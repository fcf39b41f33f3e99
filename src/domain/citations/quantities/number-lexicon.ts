import { normalizeCase, valuesByWord } from './normalize-case.ts';

const TENS = [10, 20, 30, 40, 50, 60, 70, 80, 90];

/** `one two …`: the words in order, each for the next number. */
const counting = (words: string, from: number): [string, number][] =>
  words.split(' ').map((word, at) => [word.replaceAll('/', ' '), from + at]);
const tens = (words: string): [string, number][] =>
  words.split(' ').map((word, at) => [word.replaceAll('/', ' '), TENS[at] ?? 0]);
const hundreds = (words: string): [string, number][] =>
  words.split(' ').map((word, at) => [word.replaceAll('/', ' '), (at + 2) * 100]);

/**
 * Number words by language, `/` between spellings: 2 to 19 (or as far as there are single words), tens, scales. The
 * word for one is left out where it is an article as well.
 */
const LEXICON: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  en: [
    ...counting(
      'zero one two three four five six seven eight nine ten eleven twelve/dozen thirteen fourteen fifteen sixteen ' +
        'seventeen eighteen nineteen',
      0,
    ),
    ...tens('ten twenty thirty forty fifty sixty seventy eighty ninety'),
    ['hundred hundreds', 100],
    ['thousand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
    ['trillion', 1e12],
  ],
  de: [
    ...counting(
      'null eins zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf/dutzend dreizehn vierzehn fünfzehn ' +
        'sechzehn siebzehn achtzehn neunzehn',
      0,
    ),
    ...tens('zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
    ['hundert einhundert', 100],
    ['tausend eintausend', 1e3],
    ['million millionen', 1e6],
    ['milliarde milliarden', 1e9],
    ['billion billionen', 1e12],
  ],
  fr: [
    ...counting(
      'zéro un deux trois quatre cinq six sept huit neuf dix onze douze/douzaine treize quatorze quinze/quinzaine ' +
        'seize',
      0,
    ).filter(([, value]) => value !== 1),
    ...tens('dix/dizaine vingt/vingts/vingtaine trente/trentaine quarante cinquante soixante septante octante nonante'),
    ['huitante', 80],
    ['cent cents centaine', 100],
    ['mille', 1e3],
    ['million millions', 1e6],
    ['milliard milliards', 1e9],
  ],
  es: [
    ...counting(
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce/docena trece catorce quince dieciséis ' +
        'diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro ' +
        'veinticinco veintiséis veintisiete veintiocho veintinueve',
      0,
    ).filter(([, value]) => value !== 1),
    ...tens('diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
    ['cien ciento', 100],
    ...hundreds(
      'doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas ' +
        'seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas',
    ),
    ['mil', 1e3],
    ['millón millones', 1e6],
  ],
  it: [
    ...counting(
      'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici/dozzina tredici quattordici ' +
        'quindici sedici diciassette diciotto diciannove',
      0,
    ).filter(([, value]) => value !== 1),
    ...tens(
      'dieci venti/vent trenta/trent quaranta/quarant cinquanta/cinquant sessanta/sessant settanta/settant ' +
        'ottanta/ottant novanta/novant',
    ),
    ['cento', 100],
    ['mille mila', 1e3],
    ['milione milioni', 1e6],
    ['miliardo miliardi', 1e9],
  ],
  pt: [
    ...counting(
      'zero um dois/duas três quatro cinco seis sete oito nove dez onze doze/dúzia treze catorze/quatorze quinze ' +
        'dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove',
      0,
    ).filter(([, value]) => value !== 1),
    ...tens('dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
    ['cem cento', 100],
    ...hundreds(
      'duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas seiscentos/seiscentas ' +
        'setecentos/setecentas oitocentos/oitocentas novecentos/novecentas',
    ),
    ['mil', 1e3],
    ['milhão milhões', 1e6],
  ],
  nl: [
    ...counting(
      'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf/dozijn dertien veertien vijftien zestien ' +
        'zeventien achttien negentien',
      0,
    ).filter(([, value]) => value !== 1),
    ...tens('tien twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
    ['honderd', 100],
    ['duizend', 1e3],
    ['miljoen', 1e6],
    ['miljard', 1e9],
  ],
  ru: [
    ...counting(
      'два/две/двух/двумя три/трех/тремя четыре/четырех пять/пяти шесть/шести семь/семи восемь/восьми ' +
        'девять/девяти десять/десяти одиннадцать/одиннадцати двенадцать/двенадцати тринадцать четырнадцать ' +
        'пятнадцать/пятнадцати шестнадцать семнадцать восемнадцать девятнадцать',
      2,
    ),
    ...tens(
      'десять двадцать/двадцати тридцать/тридцати сорок/сорока пятьдесят/пятидесяти шестьдесят/шестидесяти ' +
        'семьдесят/семидесяти восемьдесят девяносто',
    ),
    ['сто ста', 100],
    ...hundreds('двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'),
    ['тысяча тысячи тысяч', 1e3],
    ['миллион миллиона миллионов', 1e6],
    ['миллиард миллиарда миллиардов', 1e9],
  ],
  pl: [
    ...counting(
      'dwa/dwie/dwóch/dwoje trzy/trzech cztery/czterech pięć/pięciu sześć/sześciu siedem/siedmiu osiem/ośmiu ' +
        'dziewięć/dziewięciu dziesięć/dziesięciu jedenaście dwanaście/dwunastu trzynaście czternaście piętnaście ' +
        'szesnaście siedemnaście osiemnaście dziewiętnaście',
      2,
    ),
    ...tens(
      'dziesięć dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt ' +
        'dziewięćdziesiąt',
    ),
    ['sto', 100],
    ['tysiąc tysiące tysięcy', 1e3],
    ['milion miliony milionów', 1e6],
  ],
  ar: [
    ...counting(
      'اثنان/اثنين/اثنتان/اثنتين ثلاثة/ثلاث أربعة/أربع خمسة/خمس ستة/ست سبعة/سبع ثمانية/ثماني/ثمان تسعة/تسع عشرة/عشر',
      2,
    ),
    ...tens('عشرة عشرون/عشرين ثلاثون/ثلاثين أربعون/أربعين خمسون/خمسين ستون/ستين سبعون/سبعين ثمانون/ثمانين تسعون/تسعين'),
    ['مئة مائة', 100],
    ['مئتان مئتين مائتان مائتين', 200],
    ['ألف آلاف', 1e3],
    ['ألفان ألفين', 2e3],
    ['مليون ملايين', 1e6],
    ['مليار مليارات', 1e9],
  ],
};

const NUMBER_WORDS: Readonly<Record<string, ReadonlyMap<string, number>>> = Object.fromEntries(
  Object.entries(LEXICON).map(([language, lines]) => [language, valuesByWord(lines)]),
);

/** Number words that are other words in another language: not counted where the language is unknown. */
const HOMOGRAPHS = new Set(
  (
    'due sei once tres dos sept cent cents otto mil doce neuf tre elf six set acht duas cem mille sette die ten sto ' +
    'sta ta stu null venti vent trent'
  )
    .split(' ')
    .map(normalizeCase),
);

const ANY_LANGUAGE: ReadonlyMap<string, number> = new Map(
  Object.values(NUMBER_WORDS)
    .toReversed()
    .flatMap((words) => [...words])
    .filter(([word]) => !HOMOGRAPHS.has(word)),
);

export const numberWordsOf = (language: string | undefined): ReadonlyMap<string, number> =>
  language === undefined ? ANY_LANGUAGE : (NUMBER_WORDS[language] ?? ANY_LANGUAGE);

/** Between the words of one number: `twenty and one`. */
export const NUMBER_CONNECTORS: ReadonlySet<string> = new Set(['and', 'und', 'et', 'y', 'e', 'en', 'و']);

/** Written as one word: `einundzwanzig`, `ventuno`, `eenentwintig`; with the words that only stand inside of one. */
export const COMPOUND_PARTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  de: { ein: 1, und: 0 },
  nl: { een: 1, en: 0 },
  it: { uno: 1, un: 1 },
};

/** `one` as a number where a unit or scale follows; elsewhere articles. */
export const ARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['a', 'an', 'one']),
  de: new Set(['ein', 'eine', 'einen', 'einem', 'einer', 'eines']),
  fr: new Set(['un', 'une']),
  es: new Set(['un', 'una']),
  it: new Set(['un', 'una', 'uno']),
  pt: new Set(['um', 'uma']),
  nl: new Set(['een']),
  ru: new Set(['один', 'одна', 'одну', 'одного', 'одной']),
  pl: new Set(['jeden', 'jedna', 'jedno', 'jednego']),
};

export const ORDINALS: ReadonlyMap<string, number> = valuesByWord([
  ['first erste ersten erster erstes premier première primero primera primo prima primeiro primeira eerste первый', 1],
  [
    'second zweite zweiten zweiter zweites deuxième seconde segundo segunda secondo seconda tweede второй вторая ' +
      'الثاني الثانية ثاني',
    2,
  ],
  [
    'third dritte dritten dritter drittes troisième tercero tercera tercer terzo terza terceiro terceira derde ' +
      'третий третья الثالث الثالثة ثالث',
    3,
  ],
  [
    'fourth vierte vierten vierter viertes quatrième cuarto cuarta quarta vierde четвертый четвертая ' +
      'الرابع الرابعة رابع',
    4,
  ],
  ['fifth fünfte fünften fünfter fünftes cinquième quinto quinta vijfde пятый пятая الخامس الخامسة خامس', 5],
  ['sixth sechste sechsten sechster sixième sexto sexta sesto sesta zesde шестой السادس السادسة سادس', 6],
  ['seventh siebte siebten siebter septième séptimo séptima settimo sétimo zevende седьмой السابع السابعة سابع', 7],
  ['eighth achte achten achter huitième octavo octava ottavo oitavo achtste восьмой الثامن الثامنة ثامن', 8],
  ['ninth neunte neunten neunter neuvième noveno novena nono negende девятый التاسع التاسعة تاسع', 9],
  ['tenth zehnte zehnten zehnter dixième décimo décima decimo tiende десятый العاشر العاشرة عاشر', 10],
]);

/** How many times: `doubled`, `verdreifacht`. */
export const MULTIPLES: ReadonlyMap<string, number> = valuesByWord([
  [
    'twice double doubled doubles doubling zweimal doppelt doppelte verdoppelt verdoppelte verdoppelten doublé ' +
      'double doubla duplicó duplicado doble raddoppiato doppio dobrou dobro удвоился удвоилась вдвое',
    2,
  ],
  [
    'thrice triple tripled triples tripling dreimal dreifach dreifache verdreifacht verdreifachte triplé triplicó ' +
      'triplicado triplo triplicato triplicou утроился утроилась втрое',
    3,
  ],
  [
    'quadruple quadrupled quadrupling viermal vierfach vervierfacht vervierfachte quadruplé cuadruplicó quadruplicato',
    4,
  ],
]);
