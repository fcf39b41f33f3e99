import { normalizeCase } from './normalize-case.ts';

/** What a number counts: numbers of different dimensions never agree, those of one are compared after scaling. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;
const MONTH = YEAR / 12;

const TABLE: readonly (readonly [dimension: string, factor: number, words: string])[] = [
  ['time', 0.001, 'ms millisecond milliseconds millisekunde millisekunden milliseconde millisecondes'],
  [
    'time',
    1,
    's sec second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi секунд секунды ثانية ' +
      'ثوان ثواني 秒',
  ],
  ['time', 60, 'min minute minutes minuten minuto minutos minuti минут минуты dakika دقيقة دقائق 分 分間 分钟'],
  [
    'time',
    HOUR,
    'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur часа часов godzin godziny ساعة ' +
      'ساعات 時間 小时',
  ],
  [
    'time',
    DAY,
    'd day days tag tage tagen jour jours dia dias giorno giorni dag dagen день дня дней dni dnia يوم أيام يوما 日 日間 天',
  ],
  [
    'time',
    7 * DAY,
    'week weeks woche wochen semaine semaines semana semanas settimana settimane weken недель недели неделя ' +
      'tygodni tygodnie أسبوع أسابيع أسبوعا 週 週間 周 星期',
  ],
  [
    'time',
    MONTH,
    'month months monat monate monaten mois mes meses mese mesi mês maand maanden месяц месяца месяцев miesięcy ' +
      'miesiące شهر أشهر شهرا شهور か月 ヶ月 カ月 ケ月 個月 个月',
  ],
  [
    'time',
    YEAR,
    'yr yrs year years jahr jahre jahren an ans année années año años anno anni ano anos jaar jaren год года лет ' +
      'lat lata سنة سنوات عام أعوام عاما سنين 年間 年',
  ],
  [
    'time',
    10 * YEAR,
    'decade decades jahrzehnt jahrzehnte jahrzehnten décennie décennies década décadas decennio decenni عقد عقود',
  ],
  [
    'time',
    100 * YEAR,
    'century centuries jahrhundert jahrhunderte jahrhunderten siècle siècles siglo siglos secolo secoli século ' +
      'séculos قرن قرون 世紀',
  ],
  [
    'length',
    0.001,
    'mm millimetre millimetres millimeter millimeters millimètre millimètres milímetro milímetros ミリ',
  ],
  [
    'length',
    0.01,
    'cm centimetre centimetres centimeter centimeters zentimeter zentimetern centimètre centimètres centímetro ' +
      'centímetros センチ',
  ],
  [
    'length',
    1,
    'm metre metres meter meters metern mètre mètres metro metros metri метр метра метров متر أمتار مترا メートル 米',
  ],
  [
    'length',
    1000,
    'km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros quilómetro ' +
      'quilómetros chilometro chilometri километр километра километров كيلومتر كيلومترا كم キロメートル 公里',
  ],
  ['length', 0.0254, 'inch inches zoll pouce pouces pulgada pulgadas'],
  ['length', 0.3048, 'ft foot feet'],
  ['length', 0.9144, 'yard yards'],
  ['length', 1609.344, 'mile miles meile meilen mille milles milla millas miglio miglia ميل أميال マイル'],
  ['mass', 1e-6, 'mg milligram milligrams milligramm milligramme milligrammes miligramo miligramos'],
  ['mass', 0.001, 'g gram grams gramm gramme grammes gramo gramos grammo grammi граммов غرام غراما グラム'],
  [
    'mass',
    1,
    'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos кг килограммов ' +
      'كيلوغرام كغ キログラム',
  ],
  ['mass', 1000, 't ton tons tonne tonnes tonnen tonelada toneladas tonnellate тонн طن トン'],
  ['mass', 0.45359, 'lb lbs'],
  ['mass', 0.02835, 'oz ounce ounces unze unzen'],
  ['volume', 0.001, 'ml millilitre millilitres milliliter milliliters mililitro mililitros ミリリットル'],
  ['volume', 1, 'l litre litres liter liters litern litro litros litri литр литра литров لتر لترات リットル'],
  ['volume', 1000, 'm³ m3 kubikmeter kubikmetern'],
  ['volume', 3.785, 'gal gallon gallons'],
  ['flow', 1, 'gpm'],
  ['area', 1, 'm² m2 sqm quadratmeter quadratmetern 平方メートル'],
  ['area', 1e4, 'ha hectare hectares hektar hectárea hectáreas ettari'],
  ['area', 4046.86, 'acre acres'],
  ['area', 1e6, 'km² km2 quadratkilometer quadratkilometern'],
  ['energy', 1, 'wh'],
  ['energy', 1000, 'kwh kilowattstunden'],
  ['energy', 1e6, 'mwh'],
  ['power', 1, 'w watt watts'],
  ['power', 1000, 'kw kilowatt kilowatts'],
  ['power', 1e6, 'mw megawatt megawatts'],
  ['power', 1e9, 'gw gigawatt gigawatts'],
  ['power', 745.7, 'hp'],
  ['power', 735.5, 'ps'],
  ['pressure', 1, 'psi'],
  ['voltage', 1, 'v volt volts'],
  ['data', 1e3, 'kb kilobyte kilobytes'],
  ['data', 1e6, 'mb megabyte megabytes'],
  ['data', 1e9, 'gb gigabyte gigabytes'],
  ['data', 1e12, 'tb terabyte terabytes'],
  ['data', 125, 'kbit kbps'],
  ['data', 125e3, 'mbit mbps'],
  ['data', 125e6, 'gbit gbps'],
  ['speed', 1, 'km/h kph kmh'],
  ['speed', 3.6, 'm/s'],
  ['speed', 1.609344, 'mph'],
  ['temperature', 1, '° °c c celsius degree degrees grad degré degrés grado grados gradi graus градусов درجة درجات 度'],
  ['fahrenheit', 1, '°f f fahrenheit'],
  ['percent', 1, '% ٪ percent pct prozent percento procent процент процента процентов パーセント'],
  ['percent', 10, '割'],
  ['points', 1, 'pp percentage-point percentage-points prozentpunkt prozentpunkte prozentpunkten ポイント'],
  ['EUR', 1, '€ eur euro euros евро يورو ユーロ'],
  [
    'USD',
    1,
    '$ usd us$ dollar dollars dollari dólar dólares dólars доллар доллара долларов دولار دولارا دولارات ドル 美元',
  ],
  ['GBP', 1, '£ gbp pound pounds pfund livres libras sterline ポンド'],
  ['JPY', 1, '¥ jpy yen 円'],
  ['CHF', 1, 'chf franc francs franken franco francos franchi フラン'],
  ['CNY', 1, 'cny rmb yuan 元 人民元'],
  ['INR', 1, '₹ inr rupee rupees rupien'],
  ['SEK', 1, 'sek'],
  ['PLN', 1, 'pln zł złoty złotych'],
  ['RUB', 1, 'rub рубль рубля рублей'],
  ['cent', 1, 'cent cents centime centimes centavo centavos céntimo céntimos cêntimo cêntimos centesimi pence penny'],
];

const UNITS: ReadonlyMap<string, Unit> = new Map(
  TABLE.flatMap(([dimension, factor, words]) =>
    words.split(' ').map((word): [string, Unit] => [normalizeCase(word), { dimension, factor }]),
  ),
);

/** `Kalendertagen`, `Arbeitswochen`: the end of a German compound is its unit. */
const COMPOUND_END = /(?:tage?|tagen|wochen?|monate?|monaten|jahren?|jahre|stunden?|minuten?|sekunden?|euro)$/u;
const LONGEST_UNSPACED = 6;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー%％]+/u;
const POINTS =
  /^(?:%|percent(?:age)?|pct)[ -]points?(?!\p{L})|^points? de pourcentage|^puntos? porcentual(?:es)?|^punti percentuali|^процентных пункт\p{L}*/iu;
const PERCENT_PHRASE =
  /^(?:per cent|pour cent|por ciento|per cento|por cento|vom hundert|في المئة|في المائة|بالمئة|بالمائة)(?!\p{L})/iu;
const WORD = /^(?:(?:of|de|di|an) |d['’])?([\p{L}°€$£¥%٪₹][\p{L}\p{M}²³2/€$°]*)/u;

export interface UnitMatch {
  readonly unit: Unit;
  readonly length: number;
}

const unspacedUnit = (rest: string): UnitMatch | undefined => {
  const run = UNSPACED.exec(rest)?.[0];
  if (run === undefined) return undefined;
  for (let length = Math.min(run.length, LONGEST_UNSPACED); length > 0; length -= 1) {
    const unit = UNITS.get(normalizeCase(run.slice(0, length)));
    if (unit) return { unit, length };
  }
  return undefined;
};

/** The unit that a word names. */
export const unitOfWord = (word: string): Unit | undefined => {
  const plain = normalizeCase(word);
  const known = UNITS.get(plain);
  if (known) return known;
  const end = plain.length > 6 ? COMPOUND_END.exec(plain)?.[0] : undefined;
  return end === undefined ? undefined : UNITS.get(end);
};

const phraseUnit = (rest: string): UnitMatch | undefined => {
  const points = POINTS.exec(rest);
  if (points) return { unit: { dimension: 'points', factor: 1 }, length: points[0].length };
  const percent = PERCENT_PHRASE.exec(rest);
  return percent ? { unit: { dimension: 'percent', factor: 1 }, length: percent[0].length } : undefined;
};

/** The unit at the start of a text, also with one word before it: `21 working days`. */
export const unitAt = (rest: string): UnitMatch | undefined => {
  const start = /^[ -]?/.exec(rest)?.[0].length ?? 0;
  const text = rest.slice(start);
  const phrase = phraseUnit(text) ?? unspacedUnit(text);
  if (phrase) return { unit: phrase.unit, length: start + phrase.length };
  const word = WORD.exec(text);
  if (word?.[1] === undefined) return undefined;
  const whole = unitOfWord(word[1]);
  if (whole) return { unit: whole, length: start + word[0].length };
  // `€/m²`, `MB/s`: what stands behind the stroke is no part of the unit.
  const slash = word[1].indexOf('/');
  const head = slash > 0 ? unitOfWord(word[1].slice(0, slash)) : undefined;
  return head && { unit: head, length: start + word[0].length - (word[1].length - slash) };
};

const PREFIX = /(?:US|CA|A)?[$€£¥₹]\s?$|(?<!\p{L})(?:EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|PLN|RUB)\s?$/u;

/** A currency before a number: `€4.2`, `EUR 300`. */
export const currencyBefore = (before: string): UnitMatch | undefined => {
  const found = PREFIX.exec(before)?.[0];
  const unit = found === undefined ? undefined : UNITS.get(normalizeCase(found.trim().replace(/^(?:US|CA|A)\$/, '$')));
  return found !== undefined && unit ? { unit, length: found.length } : undefined;
};
