/*
 * A small library made for measuring retrieval: forty documents of eight kinds, each with six facts in sections of
 * their own, and a question for every fact. Questions say it in other words than the text, name the thing by its name,
 * ask for numbers, code, and come in three languages. Written for Parley; nothing of it is anybody else's.
 */

interface Fact {
  readonly heading: string;
  /** `{name}`, `{n}` and `{w}` stand for what differs between the documents of a kind. */
  readonly text: string;
  readonly question: string;
  /** What `{n}` is, document by document. */
  readonly n?: readonly (number | string)[];
  /** What `{w}` is. */
  readonly w?: readonly string[];
}

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly names: readonly string[];
  readonly facts: readonly Fact[];
  /** Sections that answer nothing. */
  readonly filler: readonly string[];
}

const pumps: Kind = {
  id: 'pump',
  title: '{name} garden pump: operating manual',
  names: ['Aquila 300', 'Borea 450', 'Cetus 12', 'Dorado X', 'Eridan 7'],
  facts: [
    {
      heading: 'Before the first start',
      n: [2, 3, 4, 5, 6],
      text: 'Fill the housing of the {name} with {n} litres of clean water and close the filler cap hand-tight. Running it dry ruins the seal within a minute.',
      question: 'How much water goes into the {name} before I switch it on for the first time?',
    },
    {
      heading: 'Guarantee',
      n: [24, 36, 48, 60, 18],
      text: 'The maker guarantees the {name} and its motor for {n} months from the day of purchase. Wear parts such as the impeller are left out.',
      question: 'For how many months is the motor of the {name} under warranty?',
    },
    {
      heading: 'Winter',
      n: [-2, 0, 1, 3, 4],
      text: 'When the thermometer falls to {n} degrees the {name} has to be emptied and taken indoors, because ice cracks its case.',
      question: 'At which temperature must the {name} be drained against frost?',
    },
    {
      heading: 'Noise',
      n: [52, 58, 61, 64, 70],
      text: 'At a distance of one metre the {name} reaches {n} decibels. Neighbours have a right to quiet between ten at night and six in the morning.',
      question: 'How loud is the {name}, in decibels?',
    },
    {
      heading: 'Faults',
      w: ['two short blinks', 'three red flashes', 'a steady amber light', 'a blue pulse', 'four slow blinks'],
      text: 'If the inlet is clogged, the {name} stops and shows {w}. Clean the strainer and press the green button.',
      question: 'What does the {name} display when the intake is blocked?',
    },
    {
      heading: 'Spare parts',
      w: ['K-1180', 'K-2297', 'K-3305', 'K-4412', 'K-5528'],
      text: 'The shaft seal of the {name} is ordered under part number {w}; it comes with two rings and grease.',
      question: 'Which order number has the shaft gasket for the {name}?',
    },
  ],
  filler: [
    'Keep children away from the pump while it is connected to the mains.',
    'The cable must not be used to lift the device. Lay it where nobody stumbles over it.',
    'Old devices do not belong in household rubbish; bring them to a collecting point.',
  ],
};

const towns: Kind = {
  id: 'town',
  title: 'The town of {name}: a short guide',
  names: ['Harrowick', 'Lindal Mere', 'Osterby', 'Penvale', 'Quillham'],
  facts: [
    {
      heading: 'People',
      n: ['4,120', '11,870', '23,400', '58,900', '7,305'],
      text: '{name} has {n} inhabitants, most of whom live south of the river.',
      question: 'What is the population of {name}?',
    },
    {
      heading: 'Bridge',
      n: [1788, 1841, 1869, 1904, 1932],
      text: 'The stone bridge of {name} was opened in {n} after nine years of work, and replaced a ferry.',
      question: 'In which year was the bridge in {name} finished?',
    },
    {
      heading: 'Market',
      w: ['Tuesdays', 'Wednesdays', 'Fridays', 'Saturdays', 'the first Monday of the month'],
      text: 'Farmers sell cheese, honey and wool on the square of {name} on {w} from seven to noon.',
      question: 'When can one buy from farmers on the {name} square?',
    },
    {
      heading: 'Getting there',
      w: ['line 4', 'the coastal railway', 'bus 31', 'the night coach', 'the cable car'],
      text: 'Visitors reach {name} by {w}; cars stay in the car park below the walls.',
      question: 'How do tourists travel to {name} without a car?',
    },
    {
      heading: 'Museum',
      w: ['clocks', 'fishing nets', 'glass', 'puppets', 'printing presses'],
      text: 'The museum of {name} collects {w} and shows how they were made by hand.',
      question: 'What is exhibited in the {name} museum?',
    },
    {
      heading: 'Flood',
      n: ['1.9', '2.4', '3.1', '2.8', '1.2'],
      text: 'In the great flood the water stood {n} metres high in the lower streets of {name}; a mark on the town hall tells of it.',
      question: 'How deep was {name} under water during the inundation?',
    },
  ],
  filler: [
    'The climate is mild, with rain in every month and snow in few winters.',
    'Guides offer walks in the evening, with lanterns and stories of smugglers.',
    'The school was built by the guild of weavers and has a garden.',
  ],
};

const library: Kind = {
  id: 'code',
  title: '{name}: developer reference',
  names: ['quickqueue', 'tinycache', 'formguard', 'loglantern', 'netpebble'],
  facts: [
    {
      heading: 'Installing',
      w: [
        'npm install quickqueue',
        'pip install tinycache',
        'cargo add formguard',
        'go get example.org/loglantern',
        'gem install netpebble',
      ],
      text: 'Add {name} to a project with `{w}`. It has no dependencies.',
      question: 'Which command installs {name}?',
    },
    {
      heading: 'Retries',
      n: [3, 5, 7, 4, 6],
      text: 'The option `maxRetryCount` of {name} defaults to {n}; each attempt waits twice as long as the one before.',
      question: 'How many times does {name} try again by default?',
    },
    {
      heading: 'Timeouts',
      n: [1500, 2500, 4000, 8000, 12000],
      text: 'A call of {name} is given up after {n} milliseconds, unless `timeoutMs` says otherwise.',
      question: 'After how many ms does {name} abort a request?',
    },
    {
      heading: 'Errors',
      w: ['QueueFullError', 'StaleEntryError', 'SchemaMismatchError', 'DarkLineError', 'RippleError'],
      text: 'When its buffer overflows, {name} throws `{w}`, which carries the number of lost items.',
      question: 'What exception is raised by {name} if the buffer is full?',
    },
    {
      heading: 'Environment',
      w: ['QQ_HOME', 'TINY_DIR', 'FG_RULES', 'LANTERN_LEVEL', 'PEBBLE_PORT'],
      text: 'The variable {w} tells {name} where its settings are; command line flags come before it.',
      question: 'Which environment variable configures {name}?',
    },
    {
      heading: 'Closing',
      w: ['await queue.drain()', 'cache.flush(force=True)', 'guard.seal()', 'lantern.Close(ctx)', 'pebble.shutdown!'],
      text: 'Before the process of {name} ends, call `{w}`, or the last writes are lost.',
      question: 'How do I stop {name} cleanly without losing data?',
    },
  ],
  filler: [
    'The source is formatted by a tool, and every change runs through the tests.',
    'Issues are answered on weekdays. Please add a small program that shows the problem.',
    'Older releases are kept, but they get no fixes.',
  ],
};

const rules: Kind = {
  id: 'rule',
  title: 'Staff handbook of {name}',
  names: ['Northgate Mills', 'Pelham Optics', 'Rosewater Foods', 'Sable Freight', 'Tern Software'],
  facts: [
    {
      heading: 'Leave',
      n: [24, 25, 27, 28, 30],
      text: 'Everybody at {name} has {n} days of paid leave a year; days not taken by March are lost.',
      question: 'How many vacation days do employees of {name} get?',
    },
    {
      heading: 'Sickness',
      w: ['the second', 'the third', 'the fourth', 'the fifth', 'the first'],
      text: 'Whoever falls ill tells the team before nine; {name} wants a note from a doctor from {w} day on.',
      question: 'I am ill: from which day on does {name} want a certificate of a physician?',
    },
    {
      heading: 'Expenses',
      n: [45, 60, 75, 90, 120],
      text: '{name} pays meals on business trips up to {n} pounds a day against receipts.',
      question: 'What is the daily food allowance while travelling for {name}?',
    },
    {
      heading: 'Home office',
      n: [1, 2, 3, 4, 5],
      text: 'At {name} people may work from home on {n} days of a week, after talking with their lead.',
      question: 'How often is remote working allowed at {name}?',
    },
    {
      heading: 'Notice',
      n: [2, 4, 6, 8, 12],
      text: 'A contract with {name} is ended in writing, with {n} weeks of notice on either side.',
      question: 'How many weeks ahead do I have to resign from {name}?',
    },
    {
      heading: 'Training',
      n: [400, 650, 800, 1000, 1500],
      text: '{name} sets aside {n} pounds a year for courses of each person, books included.',
      question: 'What budget does {name} give for learning?',
    },
  ],
  filler: [
    'The kitchen is cleaned by those who use it. Milk is bought by the company.',
    'Bicycles may be left in the yard behind the gate.',
    'Visitors sign the book at the front desk and wear a badge.',
  ],
};

const plants: Kind = {
  id: 'plant',
  title: 'Growing {name}',
  names: ['moon fern', 'copper lily', 'sand thistle', 'velvet ivy', 'glass orchid'],
  facts: [
    {
      heading: 'Watering',
      n: [2, 5, 7, 10, 14],
      text: 'Give the {name} a cup of rainwater each {n} days and let the soil dry in between.',
      question: 'How frequently should a {name} be watered?',
    },
    {
      heading: 'Light',
      w: ['deep shade', 'half shade', 'full sun', 'morning sun', 'bright light without sun'],
      text: 'The {name} thrives in {w}; in other places its leaves turn pale.',
      question: 'What light conditions does the {name} prefer?',
    },
    {
      heading: 'Soil',
      n: ['4.8', '5.5', '6.2', '6.9', '7.6'],
      text: 'Plant the {name} in loose earth with a pH of {n} and a handful of grit.',
      question: 'Which acidity should the ground for a {name} have?',
    },
    {
      heading: 'Pests',
      w: ['garlic broth', 'soap water', 'neem oil', 'nettle tea', 'ladybirds'],
      text: 'Against lice on the {name} gardeners use {w}, three times within a fortnight.',
      question: 'What helps if aphids attack the {name}?',
    },
    {
      heading: 'Flowering',
      w: ['February', 'May', 'June', 'August', 'October'],
      text: 'The {name} opens its first blossoms in {w}, at night, for two weeks.',
      question: 'In what month does the {name} bloom?',
    },
    {
      heading: 'Poison',
      w: ['the sap', 'the root', 'the seeds', 'the pollen', 'nothing'],
      text: 'Of the {name} {w} is poisonous to cats, who rarely touch it.',
      question: 'Which part of the {name} is toxic for pets?',
    },
  ],
  filler: [
    'Pots need a hole, and saucers are to be emptied after an hour.',
    'Young plants are kept under glass until the nights are warm.',
    'A sharp knife is better than scissors, and cleaner.',
  ],
};

const ships: Kind = {
  id: 'ship',
  title: 'Log of the research vessel {name}',
  names: ['Albatross', 'Beluga', 'Curlew', 'Dunlin', 'Egret'],
  facts: [
    {
      heading: 'Crew',
      n: [14, 19, 23, 31, 46],
      text: '{n} sailors and scientists were aboard the {name} when she left port.',
      question: 'How many people sailed on the {name}?',
    },
    {
      heading: 'Depth',
      n: ['1,240', '2,980', '3,615', '4,402', '5,870'],
      text: 'The sounding line of the {name} touched the bottom of the sea at {n} metres.',
      question: 'How deep was the ocean where the {name} measured?',
    },
    {
      heading: 'Discovery',
      w: ['a blind crab', 'a glowing worm', 'a field of black smokers', 'a sunken forest', 'a wreck with bronze guns'],
      text: 'On the ninth dive the camera of the {name} found {w}, which nobody had seen before.',
      question: 'What unknown thing was seen by the camera of the {name} on a dive?',
    },
    {
      heading: 'Storm',
      n: [8, 9, 10, 11, 12],
      text: 'The {name} rode out a gale of force {n} for two days with her engines stopped.',
      question: 'Of which force was the tempest that the {name} went through?',
    },
    {
      heading: 'Speed',
      n: [9, 11, 12, 14, 17],
      text: 'With clean sides and a calm sea the {name} makes {n} knots.',
      question: 'What is the top velocity of the {name}?',
    },
    {
      heading: 'Fuel',
      n: [80, 145, 210, 320, 505],
      text: 'The tanks of the {name} hold {n} tons of diesel, enough for six weeks.',
      question: 'What is the tank capacity of the {name}?',
    },
  ],
  filler: [
    'Breakfast is at six, and the cook does not wait for anyone.',
    'Samples are kept cold, labelled twice, and written into the book.',
    'The radio is silent at night, apart from the weather.',
  ],
};

const german: Kind = {
  id: 'german',
  title: 'Satzung des Vereins {name}',
  names: ['Bergfreunde Eichtal', 'Chor Morgenrot', 'Dampfbahn Lohne', 'Imkerbund Wiesen', 'Ruderclub Saale'],
  facts: [
    {
      heading: 'Beitrag',
      n: [24, 36, 48, 60, 96],
      text: 'Mitglieder des Vereins {name} zahlen im Jahr {n} Euro; Schüler und Studierende die Hälfte.',
      question: 'Wie hoch ist der Jahresbeitrag bei {name}?',
    },
    {
      heading: 'Versammlung',
      w: ['im Januar', 'im März', 'im Mai', 'im September', 'im November'],
      text: 'Die Mitglieder von {name} kommen {w} zusammen, um den Vorstand zu wählen und die Kasse zu prüfen.',
      question: 'Wann findet die Mitgliederversammlung von {name} statt?',
    },
    {
      heading: 'Kündigung',
      n: [4, 6, 8, 10, 12],
      text: 'Der Austritt aus {name} wird schriftlich erklärt, {n} Wochen vor dem Ende des Jahres.',
      question: 'Welche Kündigungsfrist gilt bei {name}?',
    },
    {
      heading: 'Vorstand',
      n: [3, 4, 5, 7, 9],
      text: 'Der Vorstand von {name} besteht aus {n} Personen, die für zwei Jahre gewählt werden.',
      question: 'Aus wie vielen Leuten besteht die Leitung von {name}?',
    },
    {
      heading: 'Beschluss',
      w: ['die Hälfte', 'ein Drittel', 'ein Viertel', 'zwei Drittel', 'drei Viertel'],
      text: 'Gültig sind Beschlüsse von {name} nur, wenn {w} der Mitglieder anwesend ist.',
      question: 'Wie viele Mitglieder müssen bei Abstimmungen von {name} da sein?',
    },
    {
      heading: 'Auflösung',
      w: ['das Kinderheim', 'die Feuerwehr', 'das Tierheim', 'die Bücherei', 'das Hospiz'],
      text: 'Wird {name} aufgelöst, so bekommt {w} das Vermögen.',
      question: 'Wer erhält das Geld, wenn es {name} nicht mehr gibt?',
    },
  ],
  filler: [
    'Der Verein verfolgt keine eigenen wirtschaftlichen Ziele.',
    'Ehrenmitglieder haben alle Rechte und zahlen nichts.',
    'Das Vereinsheim wird von allen gemeinsam gepflegt.',
  ],
};

const french: Kind = {
  id: 'french',
  title: 'Le gîte {name} : livret d’accueil',
  names: ['Les Tilleuls', 'La Bergerie', 'Le Moulin Bleu', 'Mas des Cigales', 'Villa Hortense'],
  facts: [
    {
      heading: 'Arrivée',
      n: [14, 15, 16, 17, 18],
      text: 'Les clés du gîte {name} sont remises à partir de {n} heures par le voisin.',
      question: 'À quelle heure peut-on arriver à {name} ?',
    },
    {
      heading: 'Chauffage',
      w: ['des granulés', 'du bois', 'du gaz', 'une pompe à chaleur', 'du fioul'],
      text: 'La maison {name} est chauffée avec {w} ; le thermostat se trouve dans le couloir.',
      question: 'Comment {name} est-elle chauffée en hiver ?',
    },
    {
      heading: 'Réseau',
      w: ['lavande-84', 'grillon-31', 'olive-07', 'mistral-13', 'garrigue-34'],
      text: 'Le mot de passe du réseau sans fil de {name} est {w}, en minuscules.',
      question: 'Quel est le code du wifi à {name} ?',
    },
    {
      heading: 'Déchets',
      w: ['le lundi', 'le mardi', 'le jeudi', 'le vendredi', 'le samedi'],
      text: 'Les poubelles de {name} sont ramassées {w} matin, avant huit heures.',
      question: 'Quel jour sort-on les ordures à {name} ?',
    },
    {
      heading: 'Piscine',
      n: ['1,10', '1,30', '1,50', '1,80', '2,20'],
      text: 'Le bassin de {name} a une profondeur de {n} mètre et se ferme par une bâche.',
      question: 'Quelle est la profondeur de la piscine de {name} ?',
    },
    {
      heading: 'Caution',
      n: [150, 200, 300, 450, 600],
      text: 'Une caution de {n} euros est demandée à {name} ; elle est rendue au départ.',
      question: 'Combien faut-il déposer en garantie à {name} ?',
    },
  ],
  filler: [
    'Les animaux sont les bienvenus, sauf dans les chambres.',
    'Le pain frais arrive tous les matins sur la place.',
    'Merci de fermer les volets quand le vent se lève.',
  ],
};

export interface LibraryFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}

export interface BenchQuestion {
  readonly question: string;
  readonly fileId: string;
  /** Stands in the passage that answers it and in no other. */
  readonly answer: string;
}

const filled = (text: string, fact: Pick<Fact, 'n' | 'w'>, name: string, at: number): string =>
  text
    .replaceAll('{name}', name)
    .replaceAll('{n}', String(fact.n?.[at] ?? ''))
    .replaceAll('{w}', fact.w?.[at] ?? '');

const KINDS = [pumps, towns, library, rules, plants, ships, german, french];

/** The documents, each with its facts and what stands between them. */
export const FILES: readonly LibraryFile[] = KINDS.flatMap(({ id, title, names, facts, filler }) =>
  names.map((name, at) => ({
    id: `${id}-${at}`,
    name: `${id}-${at}.md`,
    title: title.replace('{name}', name),
    sections: facts.flatMap((fact, index) => [
      { heading: fact.heading, text: filled(fact.text, fact, name, at) },
      ...(index % 2 === 0 ? [{ heading: `${index + 1}`, text: filler[(index / 2 + at) % filler.length] ?? '' }] : []),
    ]),
  })),
);

/** One question for each fact. */
export const QUESTIONS: readonly BenchQuestion[] = KINDS.flatMap(({ id, names, facts }) =>
  names.flatMap((name, at) =>
    facts.map((fact) => ({
      question: filled(fact.question, fact, name, at),
      fileId: `${id}-${at}`,
      answer: filled(fact.text, fact, name, at),
    })),
  ),
);
