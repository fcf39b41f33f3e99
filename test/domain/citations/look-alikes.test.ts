import { checkCitations } from '../../../src/domain/citations/check-citations.ts';

const isSupported = async (source: string, sentence: string): Promise<boolean> => {
  const { marks } = await checkCitations(`${sentence} [1]`, [{ number: 1, title: 'x', snippet: '', text: source }]);
  return marks[0]?.supported ?? false;
};

type Case = readonly [source: string, right: readonly string[], wrong: readonly string[]];

const PRICES = 'Prices\n\n| Ticket | Adults | Children\n\n| Day | €12 | €6\n\n| Week | €40 | €20\n\n';
const YEARS = [
  '| Measure | 2022 | 2023 |',
  '|---|---|---|',
  '| Revenue | 10 million | 12 million |',
  '| Profit | 2 million | 3 million |',
].join('\n');
const PLANS = [
  '| Feature | Basic | Pro |',
  '|---|---|---|',
  '| Users | 5 | 50 |',
  '| Storage | 10 GB | 100 GB |',
  '| Price | $10 | $25 |',
].join('\n');

/** Sentences that hold beside sentences that must be refused, though they have the same words. */
const GUARDS: Readonly<Record<string, readonly Case[]>> = {
  'what is below zero': [
    ['The temperature fell to -5 °C at night.', ['The temperature fell to −5 °C.'], ['The temperature fell to 5 °C.']],
    ['The temperature was 5 °C at night.', [], ['The temperature was -5 °C at night.']],
    [
      'The temperature was minus 5 degrees at night.',
      ['The temperature was −5 °C at night.', 'At night the temperature was 5 degrees below zero.'],
      ['The temperature was 5 degrees at night.'],
    ],
    [
      'Nachts lag die Temperatur bei −12 Grad.',
      ['Nachts lag die Temperatur bei minus 12 Grad.'],
      ['Nachts lag die Temperatur bei 12 Grad.'],
    ],
    ['La température était de −3 °C.', ['La température était de moins 3 °C.'], ['La température était de 3 °C.']],
    [
      'La temperatura fue de 3 grados bajo cero.',
      ['La temperatura fue de −3 grados.'],
      ['La temperatura fue de 3 grados.'],
    ],
    ['夜の気温は氷点下5度だった。', ['夜の気温はマイナス5度だった。'], ['夜の気温は5度だった。']],
    ['Change in sales of shoes: -5 %.', ['Sales of shoes fell by 5 %.'], ['Sales of shoes rose by 5 %.']],
    ['Au moins 3 % des membres ont voté.', ['Au moins 3 % des membres ont voté.'], []],
    ['Caesar died in 44 BC.', ['Caesar died in 44 BC.'], ['Caesar died in 44 AD.']],
  ],
  'a decimal point that is moved': [
    ['Sales rose by 15 percent in 2023.', ['Sales rose by 15% in 2023.'], ['Sales rose by 1.5 percent in 2023.']],
    ['The company raised 3.5 million dollars.', ['The company raised $3.5M.'], ['The company raised $35 million.']],
    [
      'Das Budget beträgt 3,5 Milliarden Euro.',
      ['Das Budget beträgt 3,5 Mrd. Euro.'],
      ['Das Budget beträgt 35 Milliarden Euro.'],
    ],
    ['予算は3億5000万円です。', ['予算は3.5億円です。'], ['予算は35億円です。']],
  ],
  'a time of day': [
    [
      'The shop opens at 5 pm on Mondays.',
      ['The shop opens at 5 p.m. on Mondays.', 'On Mondays the shop opens at 17:00.'],
      ['The shop opens at 5 am on Mondays.'],
    ],
    [
      'The office opens at 9:30 a.m. and closes at 4 p.m.',
      ['The office opens at 9:30 am.', 'The office closes at 4 p.m.'],
      ['The office opens at 9:30 p.m.', 'The office closes at 4 a.m.', 'The office closes at 9:30 a.m.'],
    ],
    [
      'Der Laden öffnet um 9 Uhr und schließt um 18 Uhr.',
      ['Der Laden öffnet um 9 Uhr.', 'Der Laden schließt um 18 Uhr.'],
      ['Der Laden schließt um 9 Uhr.', 'Der Laden schließt um 8 Uhr.'],
    ],
    [
      'La tienda cierra a las 8 de la tarde.',
      ['La tienda cierra a las 20:00.'],
      ['La tienda cierra a las 8 de la mañana.'],
    ],
    ['店は午後8時に閉まる。', ['店は20時に閉まる。'], ['店は午前8時に閉まる。']],
    ['يغلق المتجر في الساعة 8 مساء.', ['يغلق المتجر في الساعة 8 مساء.'], ['يغلق المتجر في الساعة 8 صباحا.']],
    ['The office is open from 2 to 5 pm.', ['The office is open from 2 pm to 5 pm.', 'The office is open 2 to 5.'], []],
  ],
  'how often': [
    ['The fee is £40 per month.', ['The fee is 40 pounds a month.'], ['The fee is £40 per week.']],
    [
      'Die Miete beträgt 850 Euro im Monat.',
      ['Die Miete beträgt monatlich 850 Euro.'],
      ['Die Miete beträgt 850 Euro pro Jahr.'],
    ],
    ['The patient took 5 mg of the drug daily.', [], ['The patient took 5 mg of the drug weekly.']],
  ],
  'another unit of the same sign': [
    ['The car reaches 180 km/h.', ['The car reaches 112 mph.'], ['The car reaches 180 m/s.']],
    ['The link runs at 100 Mbit/s.', ['The link runs at 100 Mbit/s.'], ['The link runs at 100 MB/s.']],
    ['The trail climbs 800 m.', ['The trail climbs 800 metres.'], ['The trail climbs 800 feet.']],
    ['The firm earned €3 m.', ['The firm earned 3 million euros.'], ['The firm earned 3 euros.']],
  ],
  'a decade or century': [
    [
      'The house was built in the 1920s.',
      ['The house was built in the 1920s.'],
      ['The house was built in the 1930s.', 'The house was built in 1920.'],
    ],
    ['The house was built in 1924.', ['The house was built in the 1920s.'], ['The house was built in the 1930s.']],
    [
      'The temple dates from the 5th century BC.',
      ['The temple dates from the fifth century BCE.'],
      ['The temple dates from the 5th century AD.', 'The temple dates from the 6th century BC.'],
    ],
    ['La iglesia es del siglo XIX.', ['La iglesia es del siglo XIX.'], ['La iglesia es del siglo XVIII.']],
    [
      'Der Tempel stammt aus dem 5. Jahrhundert v. Chr.',
      ['Der Tempel stammt aus dem 5. Jahrhundert vor Christus.'],
      ['Der Tempel stammt aus dem 5. Jahrhundert n. Chr.'],
    ],
  ],
  'the end of a range, and what it begins with': [
    ['The trip takes 3 to 5 hours.', ['The trip takes three to five hours.'], ['The trip takes 2 to 5 hours.']],
    [
      'Die Ausstellung läuft vom 3. Mai bis zum 9. September 2024.',
      [],
      ['Die Ausstellung beginnt am 9. September 2024.'],
    ],
    ['Sales rose by 15 percent.', ['Sales rose by 15 %.'], ['Sales rose to 15 percent.']],
  ],
  'the highest of all': [
    [
      'K2 is the second highest mountain in the world and the highest in Pakistan.',
      ['K2 is the second-highest mountain in the world.', 'K2 is the highest mountain in Pakistan.'],
      ['K2 is the highest mountain in the world.'],
    ],
    [
      'Lake Brenn is one of the deepest lakes in the country.',
      ['Lake Brenn is one of the deepest lakes.'],
      ['Lake Brenn is the deepest lake in the country.'],
    ],
    [
      'Canada is the second-largest country by area. Russia is the largest country by area.',
      ['Russia is the largest country by area.'],
      ['Canada is the largest country by area.'],
    ],
    [
      'Hamburg ist die zweitgrößte Stadt Deutschlands.',
      ['Hamburg ist die zweitgrößte Stadt Deutschlands.'],
      ['Hamburg ist die größte Stadt Deutschlands.', 'Hamburg ist die drittgrößte Stadt Deutschlands.'],
    ],
    [
      'Lyon est la deuxième plus grande ville de France.',
      ['Lyon est la deuxième plus grande ville de France.'],
      ['Lyon est la plus grande ville de France.'],
    ],
    [
      'Es una de las ciudades más antiguas de España.',
      ['Es una de las ciudades más antiguas de España.'],
      ['Es la ciudad más antigua de España.'],
    ],
    [
      '横浜市は日本で二番目に大きい都市である。',
      ['横浜市は日本で2番目に大きい都市である。'],
      ['横浜市は日本で最も大きい都市である。'],
    ],
    ['الجيزة هي ثاني أكبر مدينة في مصر.', ['الجيزة هي ثاني أكبر مدينة في مصر.'], ['الجيزة هي أكبر مدينة في مصر.']],
  ],
  'a column of a table': [
    [
      PRICES,
      ['A day ticket for adults costs €12.', 'Children pay €20 for a week ticket.'],
      ['A day ticket for children costs €12.', 'Children pay €40 for a week ticket.'],
    ],
    [
      YEARS,
      ['Revenue in 2023 was 12 million.', 'Profit in 2022 was 2 million.'],
      ['Revenue in 2023 was 10 million.', 'Revenue in 2023 was 3 million.', 'Profit in 2022 was 3 million.'],
    ],
    [
      PLANS,
      ['The Pro plan allows 50 users.', 'The price of the Pro plan is $25.'],
      ['The Basic plan allows 50 users.', 'The Pro plan has 10 GB of storage.'],
    ],
  ],
  'what is said of another in a sentence of two parts': [
    [
      'Maria Lopez directed the film and John Reed wrote the script.',
      ['Maria Lopez directed the film.', 'John Reed wrote the script.'],
      ['John Reed directed the film.', 'Maria Lopez wrote the script.'],
    ],
    [
      'The CEO is Anna Berg; the CFO is Tom Lind.',
      ['Anna Berg is the CEO.', 'The CFO is Tom Lind.'],
      ['Tom Lind is the CEO.', 'Anna Berg is the CFO.'],
    ],
    [
      'Geschäftsführerin ist Anna Berg, Finanzchef ist Tom Lind.',
      ['Geschäftsführerin ist Anna Berg.'],
      ['Geschäftsführerin ist Tom Lind.'],
    ],
    [
      'Paris and Berlin signed the deal; Rome refused.',
      ['Paris and Berlin signed the deal.', 'Paris signed the deal.'],
      ['Rome signed the deal.'],
    ],
    [
      'The ticket costs 25 euros for adults and 12 euros for children.',
      ['A ticket for children costs €12.'],
      ['A ticket for children costs €25.'],
    ],
    ['The share of women is 45 percent.', ['The share of women is 45 %.'], ['The share of men is 45 percent.']],
  ],
};

describe.each(Object.entries(GUARDS))('%s', (_, cases) => {
  test.each(cases)('%s', async (source, right, wrong) => {
    const judge = (sentences: readonly string[]) =>
      Promise.all(sentences.map(async (sentence) => [sentence, await isSupported(source, sentence)]));
    expect([...(await judge(right)), ...(await judge(wrong))]).toEqual([
      ...right.map((sentence) => [sentence, true]),
      ...wrong.map((sentence) => [sentence, false]),
    ]);
  });
});
