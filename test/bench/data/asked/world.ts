import type { QuestionDocument } from './asked-document.ts';

/** What people read about the world: reports, guides, stories. */
export const WORLD: readonly QuestionDocument[] = [
  {
    id: 'lighthouse',
    text: `# The lighthouse on Skarvholm

## Building it

Three wooden beacons had burned down before the guild of pilots gave money for a tower of stone in 1836. The granite came from the mainland by sledge, in two winters when the sound was frozen; in the third the ice broke, and a team of horses still lies at forty metres. The mason, a woman named Kerstin Falk who had taken over her husband's trade, is said to have slept in the half-built stairs for fear of thieves.

## The light

At first herring oil burned in it, four barrels a month, and the panes had to be wiped every two hours. Paraffin followed in 1879, a mantle in 1907, electricity only in 1958, because no cable survived the currents. Today a lamp no larger than a thumb is seen nineteen sea miles off.

Each tower has a rhythm of its own. Skarvholm shows two short flashes and a long pause; captains used to say it winks like a liar.

## The keepers

Eleven families lived on the rock. Children rowed to school on the neighbouring island, when they could, and got their reports by post. The Bergmans kept a goat, which learned to climb all 162 steps and once ate the logbook of an entire autumn.

In 1921 the second keeper was found to have let his brother's smuggling boat pass dark for years. He was not punished, since half the court had bought the schnapps.

The last of them, Elin Strand, left in 1974. She had asked to be allowed to stay without wages and was refused; she moved to the shore opposite, from where she could see the beam.

## Birds

On foggy nights in autumn thousands of redwings flew against the panes. Since 1999 the beam has been dimmed in the worst weeks of migration, and deaths have fallen to a few dozen.

## Visiting

A boat goes at ten from Norrhamn, from May to September, wind permitting. The climb is not for people with weak hearts. One may sleep in the old oil store, which has six bunks, no water and the best sunrise of the coast.`,
    questions: [
      ['How were the blocks brought over the water?', 'by sledge, in two winters'],
      ['Who was the woman in charge of construction?', 'Kerstin Falk'],
      ['What fuel was used originally?', 'herring oil burned in it'],
      ['How do sailors recognise this particular one?', 'two short flashes and a long pause'],
      ['Which animal destroyed the records?', 'ate the logbook'],
      ['Why was the man who helped the smugglers let off?', 'half the court had bought the schnapps'],
      ['What is being done so that fewer thrushes die?', 'the beam has been dimmed'],
      ['Can you spend the night out there?', 'six bunks, no water'],
    ],
  },
  {
    id: 'sourdough-science',
    text: `# What lives in a sourdough

## A crowd in a jar

A spoonful of ripe starter holds more living beings than there are people on earth. Most of them are bacteria that make acid; for about a hundred of these there is one cell of yeast. The yeasts blow up the dough, the bacteria give the taste. They do not fight over food, because the common bacterium eats maltose, which the common yeast cannot touch.

## Where it comes from

For long people believed that the microbes fly in through the window. Experiments with sterile flour showed otherwise: without the grain's own passengers nothing happens for weeks. Some come from the baker's hands too. When fifteen bakers from fourteen countries were given the same flour, their starters differed, and their palms carried traces of their own bread.

## Sour or mild

Warmth around thirty degrees favours lactic acid, soft like yoghurt. In a cool, stiff dough more acetic acid arises, which stings like vinegar. Anyone who wants a mild loaf therefore keeps the starter liquid and warm and feeds it often.

## Keeping it

In the refrigerator it can be left for two weeks, and with a dark liquid on top it is hungry, not dead: pour the liquid off or stir it in, feed it twice, and it recovers. Pink or orange streaks are another matter, since those are foreign germs; throw it away. Dried on baking paper and crumbled, it keeps for years and can be posted.

## Is it healthier?

The acid wakes an enzyme in the bran that sets free iron and zinc, so more of them gets into the blood. The sugar level rises more slowly after sour bread than after other bread from the same flour. People with coeliac disease must not eat it all the same: a part of the gluten is broken down, but far from all.

## Old ones

A bakery in San Francisco has fed its starter since 1849. Whether anything of that time is left in it is doubtful; the inhabitants change with the flour. In a Belgian village there is a library with 150 jars from all over the world, each fed every two months with flour from its own home.`,
    questions: [
      ['How come the two kinds of organisms do not compete?', 'eats maltose'],
      ['Do the germs arrive through the air?', 'Experiments with sterile flour'],
      ['I find my bread too vinegary, how should I treat my culture?', 'keeps the starter liquid and warm'],
      ['There is a greyish puddle on the surface, did I kill it?', 'it is hungry, not dead'],
      ['Which colours are a sign that it has gone bad?', 'Pink or orange streaks'],
      ['How could I mail some to a friend?', 'Dried on baking paper'],
      ['Does it help the body take up minerals?', 'sets free iron and zinc'],
      ['Is it safe for somebody who cannot tolerate gluten?', 'People with coeliac disease'],
    ],
  },
  {
    id: 'glacier-hike',
    text: `# Three days around the Vantersee glacier

## First day: up to the Gamskar hut

From the last stop of the bus follow the stream, not the signposted forest road, which has been washed away since the storm. After an hour and a half the path forks at a broken larch; both ways lead to the hut, the left one past a waterfall with ropes, the right one longer and good for knees. The hut has fifty places and no showers. Half board costs 61 euros, and the warden's apricot dumplings are known beyond the valley. Reserve by telephone, since she does not read mail.

## Second day: over the ice

Start before five. By noon the snow bridges have turned soft, and two people broke through last August. Rope up at the red pole. The way leads left of the big crevasse and crosses to the rock island only at its upper end. With fog, stay: the ice has no paths and the compass is misled by the ore in the ridge.

On the Hohe Zinne, 3,214 metres, there is a box with a book. The view goes as far as the sea on perhaps five days a year.

## Third day: down the other side

The descent to Sankt Lorenz takes six hours and loses 1,900 metres of height. Take two litres of water; there is no spring below the alp. In June the cowherds sell buttermilk, in September they have gone. Where the path meets the road, the last bus leaves at ten past five, on Sundays at four.

## What to take

Crampons, axe, harness and thirty metres of rope between two. Sunglasses of category four: without them a single clear morning on the ice has blinded people for days. A sleeping bag liner is compulsory in the hut.

## Dangers and help

There is no telephone signal between the hut and the summit. Six signals in a minute, by whistle or lamp, call for help. The helicopter is paid by the alpine club's insurance, up to 25,000 euros, but only for members.

## Shrinking

The tongue draws back thirty metres a year. Where the old postcards show ice, there is a lake since 2008, and the guides think that the crossing will be possible for ten more years.`,
    questions: [
      ['Is the marked track into the woods still usable?', 'has been washed away'],
      ['My joints are bad, which variant should I pick?', 'good for knees'],
      ['How do I book a bed?', 'Reserve by telephone'],
      ['Why do we have to get up so early?', 'snow bridges have turned soft'],
      ['Could I navigate by needle if I cannot see anything?', 'compass is misled'],
      ['Where can I refill my bottle on the way into the valley?', 'no spring below the alp'],
      ['What happens if I forget my dark glasses?', 'blinded people for days'],
      ['Would being rescued by air ruin me?', 'only for members'],
    ],
  },
  {
    id: 'night-trains',
    text: `# The return of the night train

## Why they went away

In 1990 sleeping cars linked some three hundred pairs of cities in Europe; thirty years later hardly forty were left. Cheap flights were one cause. The other was arithmetic: a bed earns money once a day, a seat four times, and locomotives have to be changed at borders at hours when work is dear. Germany sold its last sleeping cars in 2016, to the Austrians, who bought forty-two of them at little more than the price of scrap.

## Why they come back

The Austrians filled them. By 2019 the business was in the black for the first time. Shame of flying helped, and so did a simple trick: the cars run coupled together as far as a hub and are sorted there, so that one locomotive serves three cities.

## New cars

The new ones have capsules for single travellers, which lock with a card. Half of all inquiries had come from women who did not want to share with strangers. A family compartment has a window through which children can look without getting up. Because the delivery was two years late, many routes still use carriages from the seventies, whose heating knows only on and off.

## What hinders them

Track fees are the same as for a train full of seats. In France works close many lines at night. There are four systems of current and more than a dozen of signals. A locomotive that masters all of them costs a third more than an ordinary one.

## Who rides

Surveys among 6,000 passengers found that half would otherwise have flown, a third would have taken a day train, and the rest would have stayed at home. The average age is thirty-four. Most book three months ahead; the couchettes go first, the luxury cabins next, the seats last.

## How to sleep

Choose a berth in the middle of the car, away from the wheels. Lie with your feet towards the window: it is colder there than you think. The conductor keeps passports overnight on some routes so that no one is woken at the frontier.

## Climate

A passenger between Vienna and Paris causes about a tenth of what a flight would. If the train is less than a third full, the advantage melts to a half.`,
    questions: [
      ['Besides low-cost airlines, what economics killed them?', 'a bed earns money once a day'],
      ['Who purchased the leftover coaches and at what kind of price?', 'little more than the price of scrap'],
      ['By what clever means can one engine serve several destinations?', 'run coupled together as far as a hub'],
      ['What led designers to build lockable pods?', 'did not want to share with strangers'],
      ['Why do some rides still have terrible temperature control?', 'heating knows only on and off'],
      ['What makes crossing technical borders so pricey for engines?', 'costs a third more'],
      ['What part of the customers switched from planes?', 'half would otherwise have flown'],
      ['Where in the wagon do I get the best rest?', 'away from the wheels'],
    ],
  },
  {
    id: 'village-story',
    text: `# The clock of Montelupo: a story

## The tower

In Montelupo the church clock had stood at twenty to nine for so long that people called supper "the hour". No one knew any more who had stopped it. Old Benedetta said it had been lightning, the priest blamed the war, and the barber, who had an opinion about everything, maintained that it had never gone at all but had been painted on.

## The stranger

One April a young man came up the road with a bicycle on which tools hung like sausages. His name was Ruben, and he mended what was brought to him: a coffee mill, a doll's eye, the accordion of the widow Sforza. He would take no money, only eggs, and of these only brown ones.

When the mayor asked whether he understood clocks, he looked up at the tower for a long time and answered that clocks were easy; it was what people did afterwards that was hard.

## The repair

For nine days he was up there. Children heard him whistle. On the tenth he came down with a swallow's nest in his cap, which had sat between the wheels, and asked that nothing be done until the young had flown. So the whole village waited for five birds. In June, on a Tuesday, the hand jumped to nineteen minutes to nine, and three women fainted.

## What came of it

Now people had time, and it turned out that they had too little of it. The baker found that he had been working fourteen hours. Lovers came late. The barber, who had bet his moustache that the thing would never run, shaved himself in the middle of the square and was not recognised by his own dog.

In autumn a delegation climbed the stairs to Ruben's room above the smithy. They brought a basket of brown eggs and asked him, with their hats in their hands, to stop it again.

## The end

He did so that very night, but not entirely. If you put your ear to the door of the tower, you hear it ticking; only the hands stand still. "It goes on," he said, "but it no longer tells on you."

In the morning his bicycle was gone. On the sill of the widow Sforza lay the spring of a clock, bent into the shape of a swallow.`,
    questions: [
      ['What silly theory did the hairdresser have about the broken timepiece?', 'it had never gone at all'],
      ['How did the wandering mechanic want to be compensated?', 'only brown ones'],
      ['What was blocking the gears?', "swallow's nest in his cap"],
      ['Why did they have to wait several weeks before it could run?', 'until the young had flown'],
      ['Who lost his facial hair over a wager?', 'shaved himself in the middle of the square'],
      ['What request did the inhabitants finally make?', 'to stop it again'],
      ['Is the mechanism really dead at the end of the tale?', 'you hear it ticking'],
      ['What farewell gift did the woman with the squeezebox receive?', 'bent into the shape of a swallow'],
    ],
  },
  {
    id: 'city-budget',
    text: `# Where the money goes: the budget of Elmsford in plain words

## In and out

The city takes in 212 million and spends 219. The gap is closed from savings, of which 31 million are left, so that can go on for about four years. Two fifths of the income come from the trade tax, and half of that from a single firm, the tyre works. When it had a bad year in 2020, the pool stayed shut.

## Children

The largest item is day care, 58 million. Parents' fees cover a ninth of it. A third of the groups close at two o'clock because staff are missing, not money: 3.4 million set aside for wages could not be spent last year.

## Streets and buses

Filling holes costs 2 million a year; to repair all streets properly would take 47. Buses cost 11 million on top of the tickets. The council rejected free rides for everybody but gives them to people under nineteen from the next school year, which was dearer by 600,000 than planned because more of them ride than expected.

## Water and waste

Fees may only cover what the service costs, no more. A dry pipe test found that every sixth litre is lost underground. The rate therefore rises by eleven cents a cubic metre for five years, and the pipes in the old town come first.

## Culture

The theatre gets 9 million, that is 84 for each ticket sold. The libraries get 3 million and have more visitors than the theatre, the museum and the football ground together. A proposal to open them on Sundays failed by one vote.

## Debts

Elmsford owes 96 million, mostly for the hospital, sold since. Two thirds of it are fixed at 1.2 per cent until 2031. What follows after that is the greatest worry of the treasurer.

## Having a say

Each district decides on 50,000 itself. Last year's winners were a water fountain, a bench with a roof for the bus drivers' break, and shade for the playground in Lime Street. Suggestions can be handed in until 30 September, also by children, and also by people without citizenship.`,
    questions: [
      ['How long can they keep plugging the deficit?', 'about four years'],
      ['Is the town too dependent on one company?', 'the tyre works'],
      ['What keeps nurseries from being open in the afternoon?', 'because staff are missing'],
      ['Do teenagers pay for public transport?', 'people under nineteen'],
      ['How leaky is the supply network?', 'every sixth litre'],
      ['How heavily subsidised is going to see a play?', '84 for each ticket sold'],
      ['When do low interest rates run out?', 'until 2031'],
      ['May foreigners hand in ideas for the neighbourhood fund?', 'people without citizenship'],
    ],
  },
  {
    id: 'sleep-guide',
    text: `# Sleeping better: a leaflet of the district hospital

## How much

Adults need between seven and nine hours; a few get along with six, and they are rarer than those who think so. Whoever falls asleep within a minute of lying down is not a gifted sleeper but short of sleep.

Waking several times a night is normal. It becomes an illness only if you lie awake for more than half an hour, at least three nights a week, for three months.

## The bed and the room

Sixteen to eighteen degrees are best. The bed is there for sleeping and for love, not for work or films. If you are still awake after what feels like twenty minutes, get up, sit somewhere dim and do something dull until you get tired. Turn the clock around so that you cannot reckon.

## The day

The time of getting up matters more than that of going to bed: keep it, also on Saturdays, within an hour. Half an hour outdoors in the morning sets the inner clock, even under clouds. Naps are fine before three o'clock and up to twenty minutes long.

Coffee has a half-life of five hours. A cup at four is half a cup at nine. Alcohol makes you drop off sooner, but in the second half of the night it wakes you, and it makes snoring worse.

## Worries

Write tomorrow's tasks on paper before supper. A study found that those who did so fell asleep nine minutes sooner, and the more exactly they wrote, the better it worked.

## Pills

Tablets from the pharmacy with doxylamine are meant for two weeks at most; after that, sleep gets worse without them. Older people fall more often under them. Valerian does no harm, and its benefit has not been shown.

## When to see a doctor

Come to us if your partner notices that your breath stops, if your legs crawl in the evening so that you have to walk about, or if you nod off at the wheel. Breathing masks help four out of five people with pauses of breath, though many need some weeks to get used to them.

## Shift work

Wear sunglasses on the way home after a night shift. Take the main sleep at once, in a dark room, and a second, shorter one before the next shift.`,
    questions: [
      ['I am out like a light the second my head touches the pillow, is that great?', 'short of sleep'],
      ['From when on does it count as insomnia?', 'at least three nights a week'],
      ['I am tossing and turning, should I stay lying there?', 'do something dull'],
      ['Can I make up for it with a lie-in at the weekend?', 'also on Saturdays'],
      ['Is an espresso in the late afternoon a bad idea?', 'half-life of five hours'],
      ['A glass of wine helps me doze off, what is the downside?', 'it wakes you'],
      ['Is there something against my mind racing about to-dos?', 'nine minutes sooner'],
      ['Does herbal medicine work?', 'its benefit has not been shown'],
    ],
  },
  {
    id: 'vogelwarte',
    text: `# Jahresbericht der Vogelstation Süderoog

## Beringung

Von Mitte August bis Ende Oktober standen die Netze an 61 Tagen. 8.402 Vögel gingen hinein, ein Drittel davon Rotkehlchen. An elf Tagen blieb alles zu, weil der Wind stärker als fünf war und sich die Tiere sonst verletzt hätten. Jeder Vogel wird gewogen, vermessen und ist nach weniger als zwei Minuten wieder frei.

## Wiederfunde

Ein Steinschmätzer, im Mai beringt, wurde im September im Senegal abgelesen. Der älteste Rückkehrer war ein Austernfischer mit einem Ring von 1987. Traurig: Vierzehn Ringe schickte uns ein Windparkbetreiber, alle von derselben Nacht mit Nebel.

## Brut

Die Seeschwalben haben in diesem Jahr nicht einen Jungvogel großgezogen. Ein Wanderrattenpaar war vermutlich mit Treibholz angekommen und hatte alle Gelege geplündert. Seit Juli sind die Ratten gefangen; Köder werden wegen der Eulen nicht mehr ausgelegt, nur noch Fallen. Den Lachmöwen ging es besser, weil sie in der Mitte der Insel brüten.

## Nahrung

Die Knutts, die auf dem Weg nach Sibirien bei uns rasten, nahmen weniger zu als früher. Die Muschelbänke vor der Westseite sind nach dem heißen Sommer um die Hälfte geschrumpft. Kommt ein Vogel zu leicht an, brütet er dort oben gar nicht erst.

## Haus und Technik

Der Generator läuft nur noch zum Aufladen an dunklen Wintertagen, sonst reichen die Zellen auf dem Dach. Das Trinkwasser kommt vom Regen und wird abgekocht. Seit dem Blitzschlag im Juni geht das Funkgerät nicht mehr, deshalb gilt: Wer ins Watt geht, schreibt seinen Namen und die Zeit der Rückkehr an die Tafel.

## Menschen

Zwei junge Leute leisteten ihr freiwilliges Jahr ab und bauten nebenbei den Steg neu. Bewerbungen für das nächste nehmen wir bis Ende Februar; wer seekrank wird, sollte es sich überlegen. Tagesgäste waren es 340, so viele wie nie. Sie dürfen nur auf dem Deich gehen, und Hunde bleiben auf dem Schiff.

## Geld

Das Land kürzte den Zuschuss um 12.000 Euro. Ausgeglichen hat das eine Erbschaft: Frau Dr. Wiebke Thomsen, die 1962 als Studentin hier gezählt hatte, bedachte uns mit ihrem Haus in Husum.`,
    questions: [
      ['Warum wurde an manchen Tagen gar nicht gefangen?', 'der Wind stärker als fünf'],
      ['Welches Tier hat es bis nach Afrika geschafft?', 'im Senegal abgelesen'],
      ['Was hat den Nachwuchs an der Küste vernichtet?', 'Wanderrattenpaar'],
      ['Weshalb benutzt man kein Gift gegen die Nager?', 'wegen der Eulen'],
      ['Wieso finden die Durchzügler nicht mehr genug zu fressen?', 'Muschelbänke vor der Westseite'],
      ['Wie weiß man, ob jemand beim Spaziergang im Schlick verloren gegangen ist?', 'an die Tafel'],
      ['Bis wann kann ich mich für ein FÖJ melden?', 'bis Ende Februar'],
      ['Wer hat die Station in seinem Testament bedacht?', 'Wiebke Thomsen'],
    ],
  },
  {
    id: 'bibliotheque-reglement',
    text: `# Médiathèque de Saint-Aubin : le petit guide du lecteur

## S’inscrire

L’inscription est gratuite pour les moins de vingt-six ans et pour ceux qui cherchent un emploi ; les autres versent quinze euros par an. Il suffit d’une pièce d’identité et d’une facture récente qui prouve l’adresse. Pour un enfant, un parent doit signer sur place.

## Emprunter

On peut garder dix livres pendant quatre semaines, et trois films pendant une seule. Un prêt se prolonge une fois, sauf si quelqu’un d’autre attend le titre. Les journaux du jour ne sortent pas de la salle.

En cas de retard nous ne demandons pas d’argent : la carte est simplement bloquée autant de jours que le livre a manqué. Un ouvrage perdu est remplacé par le même, neuf ou d’occasion.

## Sur place

Le deuxième étage est réservé au silence ; en bas, on peut bavarder et même manger, à condition que ce soit froid. Les ordinateurs se réservent pour une heure. Imprimer coûte dix centimes la page, les cinq premières sont offertes aux lycéens.

Une petite pièce sans fenêtre sert à enregistrer de la musique ou des voix. Elle est très demandée : inscrivez-vous auprès de Karim au moins huit jours avant.

## Pour ceux qui ne peuvent pas venir

Chaque jeudi, Odile porte à vélo des livres en gros caractères chez les personnes qui ne sortent plus. Un simple appel suffit. La boîte de retour devant l’entrée avale les documents à toute heure, sauf les jeux, dont les pièces se perdraient.

## Rendez-vous

L’heure du conte a lieu le mercredi à seize heures, en pyjama le premier du mois. Le club de lecture se réunit dans le café d’en face, parce qu’on y débat bruyamment. En novembre nous vendons les livres retirés, au poids : deux euros le kilo.

## Graines

Dans l’ancien meuble à fiches dorment maintenant des semences. Prenez un sachet, semez-le, et rapportez à l’automne quelques graines de votre récolte, bien sèches et avec leur nom.`,
    questions: [
      ['Je suis au chômage, combien dois-je payer ?', 'ceux qui cherchent un emploi'],
      ['Quels papiers faut-il apporter pour avoir une carte ?', 'une facture récente'],
      ['Combien de temps puis-je garder un DVD ?', 'trois films pendant une seule'],
      ['Quelle est l’amende si je rends un roman trop tard ?', 'la carte est simplement bloquée'],
      ['Où a-t-on le droit de discuter et de grignoter ?', 'à condition que ce soit froid'],
      ['Je voudrais faire un podcast, à qui m’adresser ?', 'auprès de Karim'],
      ['Ma grand-mère est clouée chez elle, comment peut-elle lire ?', 'Odile porte à vélo'],
      ['Peut-on acheter de vieux ouvrages, et à quel prix ?', 'deux euros le kilo'],
    ],
  },
];
