const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Stop words by language, also used to detect the language. Normalised: lower case, without accents. */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    'the a an of in on at to for from by with and or but is are was were be been being has have had do does did it ' +
      'its this that these those as than then there their they he she his her him we our you your which who whom ' +
      'whose what when where while will would can could may might should must also about into over under more most ' +
      'some any all such other between during after before up out not no nor only very just so if because however ' +
      'according says said per both each many much one being called known including',
  ),
  de: wordSet(
    'der die das den dem des ein eine einer eines einem einen und oder aber ist sind war waren wird werden wurde ' +
      'wurden hat haben hatte im in am an auf aus bei mit nach von vom zu zum zur fur uber unter durch sich es er ' +
      'sie wir ihr als wie auch nicht kein keine noch nur sehr mehr dass wenn dieser diese dieses jedoch etwa rund ' +
      'laut ihre seine seit bis dort hier dann vor ohne',
  ),
  fr: wordSet(
    'le la les un une des de du et ou mais est sont etait etaient a ont au aux en dans sur sous par pour avec sans ' +
      'ce cette ces il elle ils elles on nous vous qui que quoi dont ne pas plus tres se sa son ses leur leurs comme ' +
      'aussi selon environ etre ete fut entre depuis y vers chez',
  ),
  es: wordSet(
    'el la los las un una unos unas a de del y o pero es son era eran fue fueron ha han al en con por para sin ' +
      'sobre entre que quien cual como mas muy se su sus lo le les este esta estos estas no ni tambien segun ser ' +
      'sido hay unos desde hasta',
  ),
  it: wordSet(
    'il lo la gli le un uno una di del della dei delle e o ma sono era erano ha hanno al alla in nel nella con per ' +
      'su tra che chi come piu molto si suo sua non anche secondo essere stato stata',
  ),
  pt: wordSet(
    'o a os as um uma de do da dos das e ou mas sao era eram foi foram tem ao no na nos nas com por para sem sobre ' +
      'que quem como mais muito se seu sua nao tambem segundo ser sido',
  ),
  nl: wordSet(
    'de het een van en of maar is zijn was waren wordt worden werd heeft hebben had op aan in uit bij met naar ' +
      'voor door over om te dat die deze dit niet geen ook als dan er hij zij haar',
  ),
  ru: wordSet(
    'и в во на с со к по из за от до для о об у не ни но а или что как это этот эта эти он она они его ее их был ' +
      'была были было быть есть также более при',
  ),
};

export const ALL_STOP_WORDS: ReadonlySet<string> = new Set(Object.values(STOP_WORDS).flatMap((words) => [...words]));

/** Negations. Scripts without spaces have a pattern instead. */
const NEGATION_WORDS: ReadonlySet<string> = wordSet(
  'not no never none neither nor without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt ' +
    'couldnt shouldnt hasnt havent hadnt lacks lacked nobody nothing nowhere hardly failed fails unable false ' +
    'incorrect myth nicht kein keine keinen keiner keinem nie niemals niemand nichts ohne pas jamais aucun aucune ' +
    'sans nunca ningun ninguna sin tampoco non nessun nessuna mai senza nao nem nunca sem niet geen nooit zonder не ' +
    'нет никогда без ни لا لن لم ليس ليست غير دون بدون nadie nada ninguno rien nessuno niente ninguem nenhum nenhuma ' +
    'tampouco',
);
/** `no` of Portuguese is `in the`. */
export const isNegationWord = (word: string, language: string | undefined): boolean =>
  NEGATION_WORDS.has(word) && !(language === 'pt' && word === 'no');
export const NEGATION_PATTERN =
  /ない|ません|なかった|ではなく|不(?!仅|僅|同|过|断|久|少|足)|没有|沒有|未能|并非|無い|않|없|아니|ไม่/u;
/** `not only` and similar phrases are affirmative. */
export const FALSE_NEGATIONS =
  /\b(?:not (?:only|just|merely|least)|no (?:fewer|less|later) than|sin embargo|nicht nur|non seulement|no s[oó]lo|non solo|niet alleen|no doubt|not until)\b|не только/giu;

/** Multipliers after a number: `[pattern, factor]`, longest first. */
export const MAGNITUDES: readonly (readonly [RegExp, number])[] = [
  [/^(?:trillions?|billonen|billones|trillón|трлн|триллион\p{L}*|兆|조)/iu, 1e12],
  [
    /^(?:billions?|bn|b(?!\p{L})|milliarden?|mrd\.?|milliards?|mil millones|miliardi|miljard|млрд|миллиард\p{L}*)/iu,
    1e9,
  ],
  [/^(?:億|亿|억)/u, 1e8],
  [
    /^(?:millions?|mn|millionen|million|mio\.?|millón|millones|milioni|milhões|miljoen|млн|миллион\p{L}*|m(?!\p{L}))/iu,
    1e6,
  ],
  [/^(?:万|萬|만)/u, 1e4],
  [/^(?:thousands?|tausend|mille|mil|mila|duizend|тыс\p{L}*|千|k(?!\p{L}))/iu, 1e3],
];

/** Words before an approximate number. */
export const APPROXIMATION_WORDS =
  /(?:about|around|roughly|approximately|approx\.?|nearly|almost|over|more than|less than|under|some|close to|up to|at least|rund|etwa|ca\.?|circa|fast|knapp|uber|mehr als|environ|pres de|plus de|quelque|unos|unas|casi|mas de|alrededor de|около|более|почти|約|およそ|约|近|超过|약)\s{0,8}(?:[$€£¥]\s{0,8})?$/u;

/** Normalised words before a number that is the least, or the most. */
export const LOWER_BOUNDS =
  /(?<!\p{L})(?:at least|no (?:fewer|less) than|more than|over|above|exceed(?:s|ed|ing)?|mindestens|mehr als|uber|wenigstens|au moins|plus de|al menos|como minimo|mas de|almeno|piu di|pelo menos|mais de|minstens|meer dan|не менее|более|свыше|co najmniej|ponad|على الاقل|اكثر من)\s{0,4}(?:[$€£¥]\s{0,4})?$/u;
export const UPPER_BOUNDS =
  /(?<!\p{L})(?:at most|up to|no (?:more|later) than|less than|fewer than|under|below|within|hochstens|maximal|weniger als|unter|bis zu|innerhalb von|au plus|moins de|jusqu'a|como maximo|menos de|hasta|al massimo|meno di|fino a|no maximo|ate|hoogstens|minder dan|не более|менее|до|najwyzej|mniej niz|على الاكثر|اقل من)\s{0,4}(?:[$€£¥]\s{0,4})?$/u;
