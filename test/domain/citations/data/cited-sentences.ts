/**
 * What sources say, and sentences that were checked by hand against them. `holds`: a careful
 * reader would accept the mark.
 */
export interface Example {
  readonly source: string;
  readonly sentence: string;
  readonly holds: boolean;
  readonly why:
    | 'verbatim'
    | 'paraphrase'
    | 'gathered'
    | 'wrong number'
    | 'wrong source'
    | 'wrong name'
    | 'negated'
    | 'opposite'
    | 'invented'
    | 'foreign'
    | 'wrong unit'
    | 'wrong date'
    | 'swapped'
    | 'mixed up';
}

export const SOURCES: Readonly<Record<string, string>> = {
  tower:
    'The Eiffel Tower is a wrought-iron lattice tower on the Champ de Mars in Paris, France. ' +
    'It is named after the engineer Gustave Eiffel, whose company designed and built the tower from 1887 to 1889.\n' +
    'The tower is 330 metres (1,083 ft) tall, about the same height as an 81-storey building, and the tallest ' +
    'structure in Paris. It was the first structure in the world to surpass both the 200-metre and 300-metre mark ' +
    'in height.\nDue to the addition of a broadcasting aerial at the top of the tower in 1957, it is now taller ' +
    'than the Chrysler Building by 5.2 metres. Some 5,889,000 people visited it in 2022. ' +
    'The tower is not lit during power emergencies.',
  coffee:
    'Moderate coffee drinking was linked with a lower risk of death in a cohort study of 171,616 British adults. ' +
    'People who drank 1.5 to 3.5 cups of coffee a day were up to 30% less likely to die during the follow-up of ' +
    'seven years than those who drank none.\n' +
    'The researchers stress that the study was observational and does not prove that coffee lowers the risk of ' +
    'death. Artificial sweeteners gave less clear results.\n' +
    'Pregnant women should not drink more than 200 mg of caffeine a day, the guideline says.',
  company:
    'Nordwind Energy reported revenue of €4.2 billion for 2023, an increase of 12% on the previous year. ' +
    'Net profit fell to €310 million because of higher interest costs.\n' +
    'The company employs 18,400 people in nine countries and is based in Hamburg. Its chief executive, ' +
    'Anna Lindqvist, said the group would not sell its offshore business.\n' +
    'Founded in 1998 as a small engineering firm, Nordwind went public in 2007. Shares rose 3.5% on Tuesday.',
  python:
    'Python 3.13 was released on 7 October 2024. The release includes an experimental build without the global ' +
    'interpreter lock and an experimental just-in-time compiler.\n' +
    'The new interactive interpreter supports multi-line editing and colour. iOS and Android are now supported as ' +
    'tier 3 platforms.\nPython 3.8 no longer receives security fixes. The global interpreter lock remains on by ' +
    'default.',
  berlin:
    'Berlin ist die Hauptstadt und ein Land der Bundesrepublik Deutschland. Die Großstadt ist mit rund 3,8 ' +
    'Millionen Einwohnern die bevölkerungsreichste und mit 892 Quadratkilometern die flächengrößte Gemeinde ' +
    'Deutschlands.\nDie Stadt liegt an der Spree. Im Jahr 1237 wurde Cölln erstmals urkundlich erwähnt. ' +
    'Der Flughafen Tegel wurde 2020 geschlossen.',
  marie:
    'Marie Curie, née Skłodowska, est une physicienne et chimiste polonaise, naturalisée française, née le 7 ' +
    'novembre 1867 à Varsovie et morte le 4 juillet 1934 à Passy. En 1903, les époux Curie partagent avec Henri ' +
    'Becquerel le prix Nobel de physique pour leurs recherches sur les radiations.\n' +
    'En 1911, elle obtient le prix Nobel de chimie pour ses travaux sur le polonium et le radium. ' +
    'Elle est la première femme à avoir reçu le prix Nobel.',
  fuji:
    '富士山は、静岡県と山梨県に跨る活火山である。標高3776メートルで、日本最高峰の独立峰である。\n' +
    '2013年6月22日に、関連する文化財群とともに世界文化遺産に登録された。冬の登山は推奨されていない。最後の噴火は1707年の宝永大噴火である。',
  beijing:
    '北京是中华人民共和国的首都,位于华北平原北部。2022年末,北京市常住人口为2184.3万人。\n北京有三千多年的建城历史,2008年举办了夏季奥运会,2022年举办了冬季奥运会。',
  nile:
    'El río Nilo tiene una longitud de 6650 kilómetros y atraviesa once países de África. ' +
    'Durante mucho tiempo se consideró el río más largo del mundo.\n' +
    'La presa de Asuán se construyó entre 1960 y 1970. El Nilo Azul nace en el lago Tana, en Etiopía. ' +
    'La pesca no está permitida en la zona de la presa.',
  cairo:
    'القاهرة هي عاصمة جمهورية مصر العربية وأكبر مدنها. يبلغ عدد سكان القاهرة حوالي 10 ملايين نسمة في عام 2021. ' +
    'تأسست المدينة في عام 969 على يد القائد جوهر الصقلي.',
  baikal:
    'Байкал — самое глубокое озеро на планете, его глубина достигает 1642 метров. Озеро находится в Восточной ' +
    'Сибири. В озеро впадает более 300 рек, а вытекает только Ангара. Зимой озеро полностью замерзает.',
  battery:
    'Lithium iron phosphate (LFP) batteries last 3,000 to 6,000 charge cycles, against 1,000 to 2,000 for NMC ' +
    'cells. LFP cells are cheaper because they contain no cobalt or nickel.\n' +
    'Their energy density is lower: 90 to 160 Wh/kg compared with 150 to 250 Wh/kg for NMC. ' +
    'LFP cells are considered safe as they rarely overheat.\n| Chemistry | Cycles | Price per kWh |\n' +
    '| LFP | 4,000 | $70 |\n| NMC | 1,500 | $95 |',
  weather:
    'The summer of 2023 was the hottest since records began, NASA scientists reported. ' +
    'June, July and August combined were 0.23 degrees Celsius warmer than any other summer in the record. ' +
    'August alone was 1.2 degrees warmer than average.\n' +
    'Exceptional sea surface temperatures, fed in part by the return of El Niño, were largely responsible.',
  seoul:
    '서울은 대한민국의 수도이자 최대 도시이다. 2023년 기준 서울의 인구는 약 940만 명이다. 한강이 도시를 가로질러 흐른다. 1988년에 하계 올림픽을 개최하였다.',
  trial:
    'The filter must be rinsed every two weeks and replaced after six months. The warranty lasts three years from ' +
    'the date of purchase.\nReturns are accepted within 14 days; refunds are paid within 30 days. ' +
    'The device weighs 2.4 kg and uses 800 watts. It costs $149 in the United States and €139 in Germany.\n' +
    'At least five litres of water are needed. About a third of the users clean it daily.',
  hiring:
    'Anna Weber hired Bert Olsen in March 2019. The museum was designed by Clara Neumann and opened on 3 May 2021, ' +
    'before the library was renovated. Bert is the brother-in-law of Clara.\n' +
    'In 2022 Nordbank acquired Sparhaus for 12 million euros. The old bridge is longer than the tunnel. ' +
    'The train runs from Lyon to Turin in four hours.\n' +
    'Two engineers and seven architects worked on the plan. Sales doubled in the second quarter.',
  lieferung:
    'Die Lieferung dauert zwei bis drei Wochen. Der Vertrag wurde am 7. Oktober 2024 unterschrieben und läuft ' +
    'einundzwanzig Monate. Die Kaution beträgt drei Monatsmieten, zusammen 2.400 Euro.\n' +
    'Der Hund biss den Briefträger. Karin Vogt verklagte die Stadt Mainz. Der Umsatz hat sich verdoppelt. ' +
    'Die Hälfte der Mitglieder stimmte zu.',
  contrat:
    'Le contrat dure deux ans et peut être résilié avec un préavis de six semaines. ' +
    'Le loyer est de neuf cents euros par mois. La réunion a lieu le premier lundi du mois.\n' +
    'Marie Dubois a remplacé Paul Girard le 14 juillet 2023. Quatre-vingts personnes ont participé. ' +
    'Le musée a été construit par Jean Moreau.',
  contrato:
    'El contrato dura dieciocho meses y se renueva por seis meses. El pago se hace el 5 de marzo de 2024. ' +
    'Veinte alumnos aprobaron el examen y tres suspendieron.\n' +
    'Lucía Pardo venció a Elena Ruiz en la final. El precio es de 45 dólares por persona.',
  keiyaku:
    '契約期間は二年間で、解約は三か月前に通知する必要がある。会議は2024年4月5日に開かれた。田中は佐藤を雇った。料金は五千円である。',
  aqd:
    'مدة العقد ثلاث سنوات ويمكن إلغاؤه خلال أسبوعين. تم التوقيع في 7 أكتوبر 2024. تبلغ الرسوم 500 دولار. ' +
    'يعمل في المصنع خمسة وعشرون عاملا.',
};

const example = (
  source: string,
  why: Example['why'],
  sentence: string,
  holds = ['verbatim', 'paraphrase', 'gathered', 'foreign'].includes(why),
): Example => ({ source, sentence, holds, why });

export const EXAMPLES: readonly Example[] = [
  example('tower', 'verbatim', 'The tower is 330 metres tall and the tallest structure in Paris.'),
  example('tower', 'paraphrase', 'Standing 330 metres high, the Eiffel Tower is as tall as a building of 81 storeys.'),
  example('tower', 'paraphrase', 'It was built between 1887 and 1889 by the company of Gustave Eiffel.'),
  example('tower', 'paraphrase', 'About 5.9 million people visited the tower in 2022.'),
  example('tower', 'gathered', 'Built from 1887 to 1889, the tower is 330 metres tall.'),
  example('tower', 'wrong number', 'The Eiffel Tower is 350 metres tall and the tallest structure in Paris.'),
  example('tower', 'wrong number', 'The tower was built from 1877 to 1889 by the company of Gustave Eiffel.'),
  example('tower', 'wrong number', 'About 6.9 million people visited the tower in 2022.'),
  example('tower', 'wrong name', 'The tower is named after the engineer Stephen Sauvestre, whose company built it.'),
  example('tower', 'wrong name', 'The Eiffel Tower is the tallest structure in Lyon.'),
  example('tower', 'negated', 'The tower is not named after the engineer Gustave Eiffel.'),
  example('tower', 'wrong source', 'Moderate coffee drinking is linked with a lower risk of death.'),
  example('tower', 'invented', 'The tower is repainted by hand with sixty tonnes of paint.'),
  example('tower', 'foreign', 'Der Eiffelturm in Paris wurde von 1887 bis 1889 gebaut und ist 330 Meter hoch.'),
  example('tower', 'wrong number', 'Der Eiffelturm in Paris wurde von 1887 bis 1899 gebaut und ist 330 Meter hoch.'),
  example(
    'coffee',
    'paraphrase',
    'People drinking 1.5 to 3.5 cups a day were up to 30% less likely to die than people who drank none.',
  ),
  example('coffee', 'paraphrase', 'The cohort study followed 171,616 British adults for seven years.'),
  example('coffee', 'verbatim', 'The study does not prove that coffee lowers the risk of death.'),
  example('coffee', 'negated', 'The study proves that coffee lowers the risk of death.'),
  example('coffee', 'negated', 'Pregnant women should drink more than 200 mg of caffeine a day.'),
  example('coffee', 'wrong number', 'Drinking 1.5 to 3.5 cups a day made people up to 40% less likely to die.'),
  example('coffee', 'wrong name', 'The cohort study followed 171,616 Italian adults.'),
  example('coffee', 'invented', 'Green tea was found to protect the liver of older men.'),
  example('coffee', 'opposite', 'Moderate coffee drinking was linked with a higher risk of death.'),
  example('company', 'verbatim', 'Nordwind Energy reported revenue of €4.2 billion for 2023.'),
  example('company', 'paraphrase', 'Revenue grew by 12% to €4.2bn in 2023.'),
  example('company', 'paraphrase', 'The Hamburg-based company has more than 18,000 employees in nine countries.'),
  example('company', 'gathered', 'Founded in 1998, the company employs 18,400 people.'),
  example('company', 'paraphrase', 'Net profit declined to 310 million euros as interest costs were higher.'),
  example('company', 'opposite', 'Net profit rose to €310 million because of interest costs.'),
  example('company', 'opposite', 'Revenue fell 12% to €4.2 billion in 2023.'),
  example('company', 'wrong number', 'Nordwind reported revenue of €5.2 billion for 2023.'),
  example('company', 'wrong number', 'Founded in 1989, the company employs 18,400 people.'),
  example(
    'company',
    'wrong name',
    'Its chief executive, Peter Lindqvist, said the group would not sell its offshore business.',
  ),
  example('company', 'negated', 'The chief executive said the group would sell its offshore business.'),
  example('company', 'wrong source', 'The summer of 2023 was the hottest on record.'),
  example('python', 'verbatim', 'Python 3.13 was released on 7 October 2024.'),
  example(
    'python',
    'paraphrase',
    'The release brings an experimental just-in-time compiler and an experimental build without the global ' +
      'interpreter lock.',
  ),
  example('python', 'paraphrase', 'Android and iOS became supported tier 3 platforms.'),
  example('python', 'wrong number', 'Python 3.13 was released on 17 October 2024.'),
  example('python', 'wrong name', 'Python 3.13 was released on 7 December 2024.'),
  example('python', 'negated', 'Python 3.8 still receives security fixes.'),
  example('python', 'invented', 'The release adds pattern matching and a new package manager.'),
  example(
    'berlin',
    'verbatim',
    'Berlin ist mit rund 3,8 Millionen Einwohnern die bevölkerungsreichste Gemeinde Deutschlands.',
  ),
  example('berlin', 'paraphrase', 'Die deutsche Hauptstadt hat etwa 3,8 Millionen Einwohner.'),
  example('berlin', 'wrong number', 'Berlin hat rund 4,8 Millionen Einwohner.'),
  example('berlin', 'wrong number', 'Der Flughafen Tegel wurde 2012 geschlossen.'),
  example('berlin', 'negated', 'Der Flughafen Tegel wurde 2020 nicht geschlossen.'),
  example('berlin', 'wrong source', 'Der Nil durchquert elf Länder Afrikas.'),
  example(
    'marie',
    'paraphrase',
    'En 1911, Marie Curie reçoit le prix Nobel de chimie pour ses travaux sur le radium et le polonium.',
  ),
  example('marie', 'verbatim', 'Elle est née le 7 novembre 1867 à Varsovie.'),
  example('marie', 'wrong number', 'En 1921, Marie Curie obtient le prix Nobel de chimie.'),
  example('marie', 'wrong name', 'Elle est née le 7 novembre 1867 à Cracovie.'),
  example('marie', 'foreign', 'Marie Curie was born in 1867 and shared the 1903 Nobel Prize with Becquerel.'),
  example('fuji', 'verbatim', '富士山の標高は3776メートルで、日本最高峰です。'),
  example('fuji', 'paraphrase', '富士山は2013年に世界文化遺産に登録されました。'),
  example('fuji', 'wrong number', '富士山の標高は3876メートルです。'),
  example('fuji', 'negated', '冬の登山は推奨されている。'),
  example('fuji', 'invented', '琵琶湖は滋賀県にある日本最大の湖です。'),
  example('beijing', 'verbatim', '北京是中国的首都,位于华北平原。'),
  example('beijing', 'paraphrase', '2022年末,北京常住人口约2184万人。'),
  example('beijing', 'wrong number', '2022年末,北京常住人口为3184.3万人。'),
  example('beijing', 'wrong source', '上海是中国最大的港口城市。'),
  example('nile', 'paraphrase', 'El Nilo mide 6650 kilómetros de longitud y cruza once países africanos.'),
  example('nile', 'verbatim', 'El Nilo Azul nace en el lago Tana.'),
  example('nile', 'wrong number', 'El Nilo tiene una longitud de 7650 kilómetros.'),
  example('nile', 'negated', 'La pesca está permitida en la zona de la presa.'),
  example('cairo', 'verbatim', 'القاهرة هي عاصمة مصر وأكبر مدنها.'),
  example('cairo', 'wrong number', 'تأسست مدينة القاهرة في عام 1069.'),
  example('baikal', 'paraphrase', 'Глубина озера Байкал достигает 1642 метров, это самое глубокое озеро планеты.'),
  example('baikal', 'wrong number', 'Глубина озера Байкал достигает 1842 метров.'),
  example('baikal', 'negated', 'Зимой озеро не замерзает полностью.'),
  example('battery', 'paraphrase', 'LFP batteries last between 3,000 and 6,000 charge cycles.'),
  example('battery', 'paraphrase', 'Because LFP cells contain no nickel or cobalt, they are cheaper.'),
  example('battery', 'negated', 'LFP cells contain cobalt and nickel.'),
  example('battery', 'opposite', 'LFP cells are considered dangerous as they rarely overheat.'),
  example('battery', 'wrong number', 'The energy density of LFP is 90 to 260 Wh/kg.'),
  example('battery', 'verbatim', 'LFP costs $70 per kWh.'),
  example('weather', 'paraphrase', 'NASA reported that summer 2023 was the hottest since records began.'),
  example('weather', 'verbatim', 'August alone was 1.2 degrees warmer than average.'),
  example('weather', 'opposite', 'August alone was 1.2 degrees colder than average.'),
  example(
    'weather',
    'wrong name',
    'The return of La Niña was largely responsible for exceptional sea surface temperatures.',
  ),
  example('weather', 'foreign', 'Laut NASA war der Sommer 2023 um 0,23 Grad wärmer als jeder andere.'),
  example('weather', 'invented', 'Insurers paid record sums for flooded cellars in coastal towns.'),
  example('seoul', 'verbatim', '2023년 기준 서울의 인구는 약 940만 명이다.'),
  example('seoul', 'wrong number', '2023년 서울의 인구는 약 1040만 명이다.'),
  example('trial', 'verbatim', 'The filter must be rinsed every two weeks.'),
  example('trial', 'paraphrase', 'Rinse the filter every 2 weeks and replace it after 6 months.'),
  example('trial', 'paraphrase', 'The filter has to be rinsed every 14 days.'),
  example('trial', 'wrong number', 'The filter must be rinsed every six weeks.'),
  example('trial', 'wrong number', 'The filter must be replaced after two months.'),
  example('trial', 'wrong unit', 'The filter must be rinsed every two months.'),
  example('trial', 'wrong number', 'The warranty lasts five years from the date of purchase.'),
  example('trial', 'paraphrase', 'The warranty is 36 months from the date of purchase.'),
  example('trial', 'mixed up', 'Refunds are paid within 14 days.'),
  example('trial', 'mixed up', 'Returns are accepted within 30 days.'),
  example('trial', 'paraphrase', 'Refunds are paid within thirty days.'),
  example('trial', 'wrong unit', 'The device weighs 2.4 pounds.'),
  example('trial', 'paraphrase', 'The device weighs 2,400 g.'),
  example('trial', 'wrong unit', 'In the United States it costs €149.'),
  example('trial', 'paraphrase', 'It costs 149 dollars in the United States.'),
  example('trial', 'paraphrase', 'A minimum of five litres of water is needed.'),
  example('trial', 'opposite', 'At most five litres of water are needed.'),
  example('trial', 'paraphrase', 'About 33% of the users clean it daily.'),
  example('trial', 'wrong number', 'About half of the users clean it daily.'),
  example('hiring', 'verbatim', 'Anna Weber hired Bert Olsen.'),
  example('hiring', 'paraphrase', 'Bert Olsen was hired by Anna Weber in March 2019.'),
  example('hiring', 'swapped', 'Bert Olsen hired Anna Weber in March 2019.'),
  example('hiring', 'swapped', 'Anna Weber was hired by Bert Olsen.'),
  example('hiring', 'wrong date', 'Anna Weber hired Bert Olsen in April 2019.'),
  example('hiring', 'paraphrase', 'Clara Neumann designed the museum.'),
  example('hiring', 'paraphrase', 'The museum opened on 2021-05-03.'),
  example('hiring', 'wrong date', 'The museum opened on 5 May 2021.'),
  example('hiring', 'paraphrase', 'The library was renovated after the museum opened.'),
  example('hiring', 'swapped', 'The library was renovated before the museum opened.'),
  example('hiring', 'swapped', 'The museum opened after the library was renovated.'),
  example('hiring', 'swapped', 'Sparhaus acquired Nordbank in 2022.'),
  example('hiring', 'paraphrase', 'Sparhaus was bought by Nordbank in 2022 for €12 million.'),
  example('hiring', 'wrong unit', 'In 2022 Nordbank acquired Sparhaus for 12 million dollars.'),
  example('hiring', 'swapped', 'The tunnel is longer than the old bridge.'),
  example('hiring', 'swapped', 'The train runs from Turin to Lyon in four hours.'),
  example('hiring', 'mixed up', 'Seven engineers and two architects worked on the plan.'),
  example('hiring', 'paraphrase', '7 architects and 2 engineers worked on the plan.'),
  example('hiring', 'wrong number', 'Sales tripled in the second quarter.'),
  example('hiring', 'wrong number', 'Sales doubled in the third quarter.'),
  example('lieferung', 'paraphrase', 'Die Lieferung dauert 2 bis 3 Wochen.'),
  example('lieferung', 'wrong number', 'Die Lieferung dauert vier bis fünf Wochen.'),
  example('lieferung', 'paraphrase', 'Der Vertrag wurde am 07.10.2024 unterschrieben.'),
  example('lieferung', 'wrong date', 'Der Vertrag wurde am 7. November 2024 unterschrieben.'),
  example('lieferung', 'paraphrase', 'Der Vertrag läuft 21 Monate.'),
  example('lieferung', 'wrong number', 'Der Vertrag läuft einunddreißig Monate.'),
  example('lieferung', 'swapped', 'Der Briefträger biss den Hund.'),
  example('lieferung', 'paraphrase', 'Der Briefträger wurde von dem Hund gebissen.'),
  example('lieferung', 'swapped', 'Die Stadt Mainz verklagte Karin Vogt.'),
  example('lieferung', 'wrong number', 'Der Umsatz hat sich verdreifacht.'),
  example('lieferung', 'foreign', 'The contract was signed on 7 October 2024 and runs for 21 months.'),
  example('contrat', 'paraphrase', 'Le contrat dure 2 ans, avec un préavis de 6 semaines.'),
  example('contrat', 'wrong number', 'Le contrat dure trois ans.'),
  example('contrat', 'wrong unit', 'Le préavis est de six mois pour résilier le contrat.'),
  example('contrat', 'paraphrase', 'Le loyer est de 900 euros par mois.'),
  example('contrat', 'swapped', 'Paul Girard a remplacé Marie Dubois le 14 juillet 2023.'),
  example('contrat', 'paraphrase', 'Paul Girard a été remplacé par Marie Dubois le 14/07/2023.'),
  example('contrat', 'wrong number', 'Quatre-vingt-dix personnes ont participé.'),
  example('contrat', 'paraphrase', '80 personnes ont participé.'),
  example('contrato', 'paraphrase', 'El contrato dura 18 meses.'),
  example('contrato', 'wrong number', 'El contrato dura dieciséis meses.'),
  example('contrato', 'wrong date', 'El pago se hace el 5 de mayo de 2024.'),
  example('contrato', 'mixed up', 'Tres alumnos aprobaron el examen y veinte suspendieron.'),
  example('contrato', 'swapped', 'Elena Ruiz venció a Lucía Pardo en la final.'),
  example('contrato', 'wrong unit', 'El precio es de 45 euros por persona.'),
  example('keiyaku', 'paraphrase', '契約期間は2年間である。'),
  example('keiyaku', 'wrong number', '契約期間は三年間である。'),
  example('keiyaku', 'wrong date', '会議は2024年5月4日に開かれた。'),
  example('keiyaku', 'swapped', '佐藤は田中を雇った。'),
  example('keiyaku', 'paraphrase', '佐藤は田中に雇われた。'),
  example('keiyaku', 'wrong unit', '料金は五千ドルである。'),
  example('aqd', 'paraphrase', 'مدة العقد 3 سنوات.'),
  example('aqd', 'wrong number', 'مدة العقد خمس سنوات.'),
  example('aqd', 'wrong number', 'يمكن إلغاء العقد خلال ثلاثة أسابيع.'),
  example('aqd', 'wrong date', 'تم التوقيع في 17 أكتوبر 2024.'),
  example('aqd', 'wrong unit', 'تبلغ الرسوم 500 يورو.'),
  example('aqd', 'paraphrase', 'يعمل في المصنع 25 عاملا.'),
];
