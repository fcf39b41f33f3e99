import { checkCitations } from '../../../src/domain/citations/check-citations.ts';

const isSupported = async (source: string, sentence: string): Promise<boolean> => {
  const { marks } = await checkCitations(`${sentence} [1]`, [{ number: 1, title: 'x', snippet: '', text: source }]);
  return marks[0]?.supported ?? false;
};

type Case = readonly [source: string, right: string, wrong: string];

/** A sentence that holds beside one that must be refused, so that no guard passes by refusing everything. */
const GUARDS: Readonly<Record<string, readonly Case[]>> = {
  'a result the other way round': [
    ['Bremen won against Ulm by 3-1 on Monday.', 'Bremen won 3-1 against Ulm.', 'Bremen won 1-3 against Ulm.'],
    ['Bayern besiegte Dortmund mit 3:1.', 'Bayern besiegte Dortmund 3:1.', 'Bayern besiegte Dortmund mit 1:3.'],
    ['Lyon a battu Nice 4-2 en finale.', 'Lyon a battu Nice 4-2.', 'Lyon a battu Nice 2-4 en finale.'],
  ],
  'half of what is full': [
    [
      'The tank was half full when the car stopped.',
      'When the car stopped, the tank was half full.',
      'The tank was full when the car stopped.',
    ],
    [
      'The tank was full when the car stopped.',
      'When the car stopped, the tank was full.',
      'The tank was half full when the car stopped.',
    ],
    ['Members pay half the price.', 'Members pay half the price.', 'Members pay the full price.'],
    [
      'Mitglieder zahlen den halben Preis.',
      'Mitglieder zahlen nur den halben Preis.',
      'Mitglieder zahlen den vollen Preis.',
    ],
    [
      'Les membres paient la moitié du tarif.',
      'Les membres paient la moitié du tarif.',
      'Les membres paient le plein tarif.',
    ],
  ],
  'a lower rank in something else': [
    [
      'Osaka is the second-largest city by area and the largest by population.',
      'Osaka is the second-largest city by area.',
      'Osaka is the second-largest city by population.',
    ],
    [
      'The port is the second-largest in Europe and the largest in Belgium.',
      'The port is the second-largest in Europe.',
      'The port is the second-largest in Belgium.',
    ],
  ],
  'a role whose subject stands in the clause before': [
    [
      'Das Haus leitet seit 2021 Lena Brandt, sie folgte auf Paul Winter.',
      'Lena Brandt folgte auf Paul Winter.',
      'Paul Winter folgte auf Lena Brandt.',
    ],
    [
      'The new head is Anna Weiss, who followed Bert Kohl in May.',
      'Anna Weiss followed Bert Kohl.',
      'Bert Kohl followed Anna Weiss.',
    ],
  ],
  'a number of a column with another unit': [
    [
      '| Model | Weight (kg) | Weight (lb) |\n|---|---|---|\n| Alpha | 12 | 26 |\n| Beta | 30 | 66 |',
      'Alpha weighs 12 kg.',
      'Alpha weighs 26 kg.',
    ],
    [
      'Stadt | Höhe (m) | Höhe (ft)\nUlm | 478 | 1568\nBonn | 60 | 197',
      'Ulm hat eine Höhe von 478 m.',
      'Ulm hat eine Höhe von 1568 m.',
    ],
    ['Pump | m³ | kW\nA 20 | 12 | 3\nB 40 | 20 | 5', 'Pump A 20 needs 3 kW.', 'Pump A 20 needs 12 kW.'],
    [
      'Pump | Flow in m³/h | Flow in gpm\nNera | 12 | 53\nOlta | 20 | 88',
      'Nera has a flow of 53 gpm.',
      'Nera has a flow of 53 m³/h.',
    ],
  ],
  'a number of something else in the same source': [
    [
      'The north wing has 40 beds. The south wing was closed in 2011 and has 65 beds for children.',
      'There are 65 beds for children in the south wing.',
      'There are 40 beds for children in the south wing.',
    ],
    [
      'Der Eintritt für Erwachsene beträgt 12 Euro. Der Eintritt für Schüler beträgt 5 Euro.',
      'Schüler zahlen 5 Euro Eintritt.',
      'Schüler zahlen 12 Euro Eintritt.',
    ],
    [
      'Versez 20 cl de lait chaud. Ajoutez 90 g de sucre roux.',
      'On ajoute 90 g de sucre roux.',
      'On ajoute 20 g de sucre roux.',
    ],
  ],
  'a number of another part of the sentence, which leaves out what both have': [
    [
      'Oslo has 709,037 inhabitants and Bergen has 291,940.',
      'Bergen has 291,940 inhabitants.',
      'Bergen has 709,037 inhabitants.',
    ],
    [
      'Oslo has 709,037 and Bergen 291,940 inhabitants.',
      'Oslo has 709,037 inhabitants.',
      'Oslo has 291,940 inhabitants.',
    ],
    [
      'Der Verein hat in Ulm 210 Mitglieder und in Bonn 85.',
      'In Bonn hat der Verein 85 Mitglieder.',
      'In Bonn hat der Verein 210 Mitglieder.',
    ],
    [
      'Revenue was 5 million in 2023 and 7 million in 2024.',
      'In 2024, revenue reached 7 million.',
      'In 2024, revenue reached 5 million.',
    ],
    [
      'Revenue was 5 million in 2023 and 7 million in 2024.',
      'Revenue went from 5 million in 2023 to 7 million in 2024.',
      'Revenue went from 7 million in 2023 to 5 million in 2024.',
    ],
    [
      'Les ventes étaient de 5 millions en 2023 et de 7 millions en 2024.',
      'En 2024, les ventes étaient de 7 millions.',
      'En 2023, les ventes étaient de 7 millions.',
    ],
  ],
  'where a change begins instead of where it ends': [
    [
      'Unemployment fell from 5.1% to 4.3% in 2023.',
      'In 2023, unemployment fell to 4.3%.',
      'In 2023, unemployment fell to 5.1%.',
    ],
    ['Der Preis stieg von 10 auf 12 Euro.', 'Der Preis stieg auf 12 Euro.', 'Der Preis stieg auf 10 Euro.'],
  ],
  'a fraction in words against percent': [
    [
      'Of the cost, 75 per cent was paid by the city.',
      'Three quarters of the cost was paid by the city.',
      'Two thirds of the cost was paid by the city.',
    ],
    [
      '40 Prozent der Kosten trägt der Verein.',
      'Zwei Fünftel der Kosten trägt der Verein.',
      'Drei Viertel der Kosten trägt der Verein.',
    ],
    [
      'La ville a payé 75 % des travaux.',
      'La ville a payé les trois quarts des travaux.',
      'La ville a payé un quart des travaux.',
    ],
    ['El 75 % de los socios votó.', 'Tres cuartos de los socios votaron.', 'Un cuarto de los socios votó.'],
    ['Il 75 % dei soci ha votato.', 'Tre quarti dei soci hanno votato.', 'Un quarto dei soci ha votato.'],
  ],
  'part of an hour': [
    [
      'Let the motor cool for 15 minutes.',
      'Let the motor cool for a quarter of an hour.',
      'Let the motor cool for half an hour.',
    ],
    ['Der Teig ruht 30 Minuten.', 'Der Teig ruht eine halbe Stunde.', 'Der Teig ruht eine Viertelstunde.'],
  ],
  'a number that follows from others': [
    [
      'The dam was finished in 1954 and replaced in 1991.',
      'The dam was replaced 37 years after it was finished.',
      'The dam was replaced 47 years after it was finished.',
    ],
  ],
  'a name of something else': [
    [
      'Cllr Ames reported that after many long delays the roof was safe. The quote for the roof was accepted, ' +
        'Cllr Boyd voting against it.',
      'Cllr Boyd voted against the quote for the roof.',
      'Cllr Ames voted against the quote for the roof.',
    ],
  ],
  'two names in each other’s places': [
    [
      'The lake is fed by the Arle from the east and drains through the Morva to the west.',
      'The lake is fed by the Arle and drains through the Morva.',
      'The lake is fed by the Morva from the west and drains through the Arle to the east.',
    ],
    [
      'Die Busse halten in Altdorf am Rathausplatz, in Neustein dagegen an der Brückenstraße.',
      'In Altdorf halten die Busse am Rathausplatz.',
      'Die Busse halten in Neustein am Rathausplatz, in Altdorf dagegen an der Brückenstraße.',
    ],
  ],
  'a no': [
    [
      'The tenant may not paint the doors.',
      'The tenant is not allowed to paint the doors.',
      'The tenant may paint the doors.',
    ],
    [
      'Die Karte kann nicht übertragen werden.',
      'Die Karte ist nicht übertragbar.',
      'Die Karte kann übertragen werden.',
    ],
    ['Le musée n’est pas ouvert le lundi.', 'Le lundi, le musée n’est pas ouvert.', 'Le musée est ouvert le lundi.'],
    ['La torre no se puede visitar.', 'No se puede visitar la torre.', 'La torre se puede visitar.'],
    [
      'La piscina del comune non è riscaldata in inverno.',
      'In inverno la piscina del comune non è riscaldata.',
      'La piscina del comune è riscaldata in inverno.',
    ],
    ['O bilhete não é reembolsável.', 'Este bilhete não é reembolsável.', 'O bilhete é reembolsável.'],
    ['閲覧室は利用できません。', '閲覧室は利用できない。', '閲覧室は利用できる。'],
    ['لن ترتفع أسعار المياه هذا العام.', 'أسعار المياه لن ترتفع هذا العام.', 'سترتفع أسعار المياه هذا العام.'],
  ],
  'an exception': [
    [
      'All dogs must be registered; guide dogs and police dogs are exempt.',
      'Guide dogs are exempt from registration.',
      'Guide dogs must be registered.',
    ],
  ],
  'an opposite': [
    [
      'The price of oil rose to 80 dollars.',
      'The price of oil increased to 80 dollars.',
      'The price of oil fell to 80 dollars.',
    ],
    [
      'Der Umsatz stieg auf 12 Millionen Euro.',
      'Der Umsatz erhöhte sich auf 12 Millionen Euro.',
      'Der Umsatz sank auf 12 Millionen Euro.',
    ],
    [
      'Le chiffre d’affaires de la société a augmenté de 5 % et les prix sont stables.',
      'Le chiffre d’affaires a connu une hausse de 5 %.',
      'Le chiffre d’affaires a diminué de 5 %.',
    ],
    ['El precio subió de 4 a 6 euros.', 'El precio aumentó de 4 a 6 euros.', 'El precio bajó de 6 a 4 euros.'],
    ['Fumare è vietato in giardino.', 'È proibito fumare in giardino.', 'È permesso fumare in giardino.'],
    ['É proibido comer no jardim.', 'Não é permitido comer no jardim.', 'É permitido comer no jardim.'],
    ['営業利益は8%減少した。', '営業利益は8%減少した。', '営業利益は8%増加した。'],
  ],
};

describe.each(Object.entries(GUARDS))('%s', (_, cases) => {
  test.each(cases)('%s', async (source, right, wrong) => {
    expect({ right: await isSupported(source, right), wrong: await isSupported(source, wrong) }).toEqual({
      right: true,
      wrong: false,
    });
  });
});

describe('a sentence in other words', () => {
  test.each([
    [
      'The council rejected the proposal because it was too expensive.',
      'The council turned the proposal down because of its high cost.',
    ],
    ['Rinse the filter and keep it in a dry place.', 'The filter should be washed and stored somewhere dry.'],
    ['Der Vertrag kann jederzeit gekündigt werden.', 'Man darf den Vertrag jederzeit beenden.'],
    ['Le restaurant ferme en août.', 'En août, le restaurant reste fermé.'],
    ['La sequía redujo la producción de aceite.', 'La producción de aceite bajó por la sequía.'],
  ])('%s', async (source, sentence) => {
    expect(await isSupported(source, sentence)).toBe(true);
  });

  test.each([
    ['The lighthouse was built by the engineer in 1884.', 'El faro fue construido por el ingeniero en 1884.'],
    ['Die Brücke wird wegen einer Reparatur gesperrt.', 'The bridge will be closed for repair.'],
    ['Le musée a ouvert une nouvelle exposition.', 'The museum has opened a new exhibition.'],
    ['La piscina está cerrada en agosto.', 'The swimming pool is closed in August.'],
  ])('and in another language: %s', async (source, sentence) => {
    expect(await isSupported(source, sentence)).toBe(true);
  });

  test.each([
    [
      'The council rejected the proposal because it was too expensive.',
      'The council will meet again in the village hall.',
    ],
    ['The museum reopened after three years.', 'Der Garten des Schlosses gehört einer Stiftung.'],
  ])('is not one about something else: %s', async (source, sentence) => {
    expect(await isSupported(source, sentence)).toBe(false);
  });
});

const RANKED = [
  'Antwerp is the largest city by population and the second-largest by area.',
  'Antwerp is the second-largest city by area and the largest by population.',
  'By population Antwerp is the largest city, by area the second-largest.',
  'By area Antwerp is the second-largest city, by population the largest.',
  "Antwerp is the country's largest city by population. It is the second-largest by area.",
  'Antwerp, the second-largest city by area, is the largest by population.',
];

test.each(RANKED)('a rank belongs to what it is told by, in whatever order: %s', async (source) => {
  for (const right of ['Antwerp is the largest city by population.', 'Antwerp is the second-largest city by area.'])
    expect([right, await isSupported(source, right)]).toEqual([right, true]);
  for (const wrong of [
    'Antwerp is the largest city by area.',
    'Antwerp is the second-largest city by population.',
    'By area Antwerp is the largest city.',
    'By population Antwerp is the second-largest city.',
  ])
    expect([wrong, await isSupported(source, wrong)]).toEqual([wrong, false]);
});
