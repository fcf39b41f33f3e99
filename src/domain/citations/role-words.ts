const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** All lists are normalised: lower case, no accents. The agent of a passive comes after these. */
export const AGENT_MARKERS = wordSet('by von vom durch par por pelo pela da dal dalla dai dallo door قبل يد');
export const AUXILIARIES = wordSet(
  'was were is are be been being got wurde wurden wird werden worden ete est sont fut furent etait etaient fue ' +
    'fueron es son sido era eran e stato stata stati fu viene venne foi foram werd wordt تم من على',
);
export const DETERMINERS = wordSet(
  'the a an this that these those its their his her our your der die das den dem ein eine einen einem einer seine ' +
    'ihre le la les un une des l el los las una unos unas su sus il lo gli i suo sua o os as um uma seu sua de het ' +
    'een zijn haar',
);
export const PREPOSITIONS = wordSet(
  'in on at from of for with into during under over near since until about as im am an auf aus bei mit nach zum ' +
    'zur fur uber unter wahrend seit gegen vor in dans sur sous pour avec chez depuis vers du en del con para desde ' +
    'hacia sobre nel nella per su tra em no na nos nas com bij met voor naar op te في من على إلى الى عن مع',
);
/** `Bert's mother`, `mother of Bert`. */
export const OWNERSHIP = wordSet('of von vom de du des del di do da van');
/** Both do the same to each other. */
export const RECIPROCAL = wordSet('with mit avec con com met each einander gegenseitig مع');
export const CONJUNCTIONS = wordSet('and or und oder et ou y o e و');
/** `from Lyon to Turin`. */
export const ORIGINS = wordSet('from von aus de desde da van من');
export const DESTINATIONS = wordSet('to into nach bis vers hasta hacia a ate naar الى');
/** Between the parts of a sentence that say things of different subjects. */
export const CLAUSE_WORDS = wordSet(
  'and but while whereas or und aber wahrend oder et mais tandis ou y pero mientras o e ma maar и а но against ' +
    'versus compared gegenuber contre frente',
);
/** Relations that hold in both directions. */
export const SYMMETRIC = wordSet(
  'married marri marries wed meet met meets border borders bordered equal equals differ differs resemble resembles ' +
    'adjoin neighbour neighbor brother sister sibling cousin friend rival partner colleague twin met match matches ' +
    'heiratete traf trifft grenzt gleicht ahnelt bruder schwester freund nachbar epouse rencontre frere soeur ami ' +
    'voisin caso conocio limita hermano hermana amigo vecino sposo incontro fratello sorella amico',
);
/** Cases, not order, say who does what. */
export const FREE_ORDER = wordSet('ru pl');
