/** Names of countries and peoples, in any language. */
export const CONCEPTS_OF_PEOPLES: readonly string[] = [
  'france french francais francaise frankreich franzosisch francia frances francesa',
  'germany german germans deutschland deutsch deutsche deutschen allemagne allemand alemania aleman germania ' +
    'tedesco alemanha alemao',
  'britain british uk england english grossbritannien britisch royaume-uni anglais inglaterra ingles',
  'netherlands dutch holland niederlande niederlandisch',
  'spain spanish espana espanol espagne espagnol spanien spanisch',
  'italy italian italien italienisch italienne italia italiano italiana',
  'switzerland swiss schweiz schweizer suisse suiza svizzera',
  'usa us american americans america amerika amerikanisch americain americano',
  'greece greek griechenland griechisch grece grecia',
  'denmark danish danemark',
  'poland polish polen polnisch pologne polonia',
  'ireland irish irland irlande irlanda',
  'japan japanese japanisch japon japonais japones giappone giapponese japao 日本 اليابان',
  'china chinese chinesisch chine chinois chino cina cinese 中国 الصين',
  'taiwan taiwanese 台湾',
  'europe european europa europaische europeen europeo',
  'rise рост вырос выросла выросло увеличился',
  'fall снизился снизилась упал упала падение',
  'win выиграл победа',
  'lose проиграл поражение',
];
