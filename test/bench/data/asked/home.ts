import type { QuestionDocument } from './asked-document.ts';

/** What people keep of their homes: contracts, manuals, recipes, minutes. */
export const HOME: readonly QuestionDocument[] = [
  {
    id: 'lease-birch-road',
    text: `# Tenancy agreement, 14 Birch Road, second floor

## Rent and payment

The monthly rent is 1,140 euros and covers heating but not electricity. It reaches the landlord's account by the third working day of each month. When a payment arrives more than ten days late, the landlord may charge 25 euros for the reminder, and after two missed months the contract can be ended without notice.

A deposit of three months' rent is placed in a savings account in both names. Interest belongs to the tenant. The money is returned no later than six months after the keys have been handed back, less the cost of damage that goes beyond ordinary wear.

## Using the flat

One cat or one small dog is welcome; anything larger, or a second animal, needs a written yes from the owner. Aquariums of more than 150 litres are not allowed because of the old timber floor.

Drilling into the bathroom tiles is forbidden. Walls may be painted in any colour, provided that they are white again on the day of leaving.

## Sharing and leaving

Subletting a room for up to four months in a year is fine once the name of the guest has been reported. Letting the flat to tourists by the night is a reason for dismissal.

Either side ends the contract with three months' notice to the end of a quarter. A tenant who has to move for work may leave after six weeks by naming a successor who earns at least three times the rent.

## The building

Each household sweeps the stairs in turn, a week at a time, following the list beside the letter boxes. Bicycles stand in the shed behind the bins, whose lock opens with the code 7731.

The boiler is serviced every September. On that morning somebody has to be at home between eight and noon to let the chimney sweep in.`,
    questions: [
      ['Are my utilities part of what I pay the owner each month?', 'covers heating but not electricity'],
      ['What happens if I transfer the money two weeks after it was due?', 'charge 25 euros for the reminder'],
      ['How long can he hold on to my security money once I am gone?', 'no later than six months after the keys'],
      ['Could we get a Great Dane?', 'One cat or one small dog'],
      [
        'I want to hang a mirror over the washbasin, any problem with making holes?',
        'Drilling into the bathroom tiles',
      ],
      ['Can I put my place on Airbnb while I am on holiday?', 'Letting the flat to tourists'],
      [
        'My company is transferring me abroad, how quickly can I get out of this?',
        'has to move for work may leave after six weeks',
      ],
      ['What numbers do I dial to get at my bike?', '7731'],
    ],
  },
  {
    id: 'espresso-machine',
    text: `# Vela 2 espresso machine: living with it

## Getting started

Rinse the tank, fill it with cold tap water up to the line and let two cups run through without coffee. The first heating takes about four minutes; after that the machine is ready in forty seconds. Three short beeps tell that the right temperature has been reached.

## Grinding and brewing

Use eighteen grams of freshly ground beans for a double shot and press them level with some fifteen kilos of force. A good cup flows for twenty-five to thirty seconds. If it gushes out pale and thin, grind finer; if it only drips, grind coarser.

Milk should come straight from the fridge. Keep the tip of the wand just below the surface until the jug feels warm, then sink it and stop at sixty-five degrees, when you can hardly hold the jug any longer.

## Cleaning

Wipe the wand at once and let steam through it for a second, otherwise dried milk blocks the three holes. A blocked tip is unscrewed and left overnight in vinegar.

When the drop symbol lights up, lime has settled inside. Pour the descaling powder into a full tank, hold both cup keys for five seconds and let the programme run its twenty minutes. With hard water that is due every six weeks.

The rubber ring around the brewing head hardens with time. If coffee creeps out at the sides, it is due for replacement, usually after a year and a half.

## Trouble

A pump that hums loudly without delivering anything has drawn air. Open the steam tap, run hot water for ten seconds, and it catches itself. If the fuse of the house blows as soon as the machine is switched on, the heating element is wet or broken: pull the plug and call the workshop.

The maker repairs free of charge for two years, provided that the receipt is there and nobody else has opened the case.`,
    questions: [
      ['How do I know it is hot enough to begin?', 'Three short beeps'],
      ['My shot tastes watery and runs through in ten seconds, what should I change?', 'grind finer'],
      ['How warm do I make the froth for a cappuccino?', 'stop at sixty-five degrees'],
      ['No vapour comes out of the little pipe any more', 'left overnight in vinegar'],
      ['There is a water drop icon glowing on the front', 'lime has settled inside'],
      ['Why does it leak around the handle while brewing?', 'rubber ring around the brewing head'],
      ['It buzzes but no liquid arrives', 'has drawn air'],
      ['The electricity of the whole kitchen goes off when I turn it on', 'heating element is wet or broken'],
    ],
  },
  {
    id: 'allotment-minutes',
    text: `# Garden colony "Am Wehr": minutes of the spring meeting

## Present and regrets

Twenty-three of forty-one members came; the meeting was therefore able to decide. Mrs Okafor took the chair because Mr Lindqvist is still in hospital after his fall from the ladder. Everybody signed a card for him.

## Money

The treasurer reported 6,480 euros in the account. The largest expense of last year was the new pump at the well, 1,900 euros. The audit found one missing receipt, for gravel, which turned up during the meeting in the auditor's own jacket. The board was relieved of its duties without a vote against.

From next January a plot costs 96 instead of 84 euros a year. Members over seventy-five may ask to go on paying the old amount.

## Water and rules

The taps are opened on the Saturday after Easter and closed in the last week of October. Sprinklers are allowed only between seven in the evening and nine in the morning; in July the town may forbid them altogether.

After three complaints about smoke, leaves and twigs may no longer be burned. They go to the shredder, which Tom Brandt brings on the first Friday in November.

Music from loudspeakers ends at eight. The Petersens asked whether their daughter's violin counts; it does not.

## Plans

A bee house with four hives will stand behind plot 30. Two neighbours are allergic, so it gets a hedge and a warning sign, and the beekeeper deposits an emergency pen in the club hut.

The summer party is on 19 July. The Nowaks look after the grill, the choir sings at five, and whoever brings a cake pays nothing for drinks.

The waiting list has grown to fifty-eight names. Families with children under ten are now served first, which passed with fourteen votes to nine.`,
    questions: [
      ['Why was somebody else leading the assembly this time?', 'still in hospital after his fall'],
      ['How did the lost bill for the stones get found?', "auditor's own jacket"],
      ['By how much does membership go up?', '96 instead of 84 euros'],
      ['When can I irrigate my lettuce automatically?', 'only between seven in the evening'],
      ['What do I do with hedge trimmings now that bonfires are banned?', 'They go to the shredder'],
      ['Is a kid practising an instrument considered noise?', "daughter's violin"],
      ['What precautions were agreed for people who react badly to stings?', 'deposits an emergency pen'],
      ['Who gets a free parcel before the others?', 'Families with children under ten'],
    ],
  },
  {
    id: 'grandmothers-recipes',
    text: `# Grandmother's kitchen notebook

## Sunday bread

Stir a spoonful of starter into 300 grams of rye flour and as much lukewarm water on Saturday noon and leave it under a cloth. In the evening add a kilo of wheat flour, twenty-two grams of salt and enough water for a dough that just comes off the hand. It sleeps in the cellar until morning. Bake it in the iron pot, forty minutes with the lid on and fifteen without. It is done when knocking on the bottom sounds hollow.

## Plum cake

Halve two pounds of late plums and set them upright, close together like tiles, on a yeast dough as thick as a finger. No sugar before the oven, or the juice will soak everything; it is strewn on only when the cake has cooled. Whoever likes it can scatter chopped walnuts over it.

## Chicken soup for the sick

An old hen is better than a young one. It goes into cold water with an onion burnt black on its cut side, which gives the golden colour, two carrots and a piece of celery root. Three hours, never boiling, only smiling. The foam is taken off. Noodles are cooked apart, otherwise the broth turns cloudy.

## Pickled cucumbers

Take small ones, picked the same day. Prick them, lay them in jars with dill heads, horseradish and three vine leaves, which keep them crisp. Pour over brine of fifty grams of salt to the litre. After five days in the kitchen they go somewhere cool and last until Easter.

## Potato dumplings

Two thirds of the potatoes are grated raw and squeezed in a linen sack until the arm hurts; the last third is boiled and mashed. The starch that settles in the squeezed-out water goes back into the dough. If the first dumpling falls apart in the pot, work in a spoonful of semolina.

## Elderflower syrup

Thirty heads, shaken out and never washed, since the scent is in the dust. Two litres of water, two kilos of sugar, four lemons in slices and fifty grams of citric acid. Three days in a stone jar, stirring each time one walks past. Once strained, heat it short of boiling and bottle it; it survives a year in the dark.`,
    questions: [
      ['How can you tell the loaf is finished?', 'sounds hollow'],
      ['Why does my fruit tart always end up soggy?', 'the juice will soak everything'],
      ['What makes the stock turn such a nice yellow?', 'burnt black on its cut side'],
      ['How do I stop the liquid from going murky?', 'Noodles are cooked apart'],
      ['Gherkins get soft in my jars, what is the trick?', 'vine leaves, which keep them crisp'],
      ['My Klöße disintegrate in the water', 'work in a spoonful of semolina'],
      ['Should I rinse the blossoms beforehand?', 'shaken out and never washed'],
      ['For how many minutes is the cover taken off at the end of baking?', 'fifteen without'],
    ],
  },
  {
    id: 'heat-pump-report',
    text: `# Inspection report: heat pump, Hansen family house

## What was found

The outdoor unit was put up in 2019 and stands on rubber feet beside the garage. Its fan blades carry a thick coat of lime blossom dust, which has cost about a tenth of the air flow; they were cleaned during the visit. The fins are slightly bent at the lower left, probably by a football. That does no harm.

Pressure in the heating circuit was down to 0.9 bar. It was raised to 1.6 bar. If it drops again within three months, the expansion vessel in the cellar has lost its cushion of gas and has to be exchanged.

## Settings

The curve had been set far too steep: at freezing point outside, water of 52 degrees was sent to the radiators although 41 are enough for this house. After flattening it, we expect the yearly electricity bill to sink by some 280 euros. Rooms will answer more slowly, so please leave the thermostats alone for a few days before judging.

Hot water is now made once a day at one in the afternoon, when the panels on the roof deliver, instead of at five in the morning. On Sundays it is heated to sixty-two degrees against germs.

## Noise

The neighbour's complaint was looked into. At her bedroom window 38 decibels were measured at night, three more than the limit. A quiet mode between ten and six has been switched on, which holds the compressor at sixty per cent and brings it to 33.

## To do

The oil-like stain below the unit is harmless; it is water that carries dust. The drain, however, freezes in winter because it ends above the ground. A heated cable of two metres costs 95 euros plus an hour of work.

We recommend replacing the mixing valve of the living room before the next winter. It sticks half open, and so the floor there never cools down, even in May. The next visit is due in twenty-four months.`,
    questions: [
      ['What was making the device breathe badly?', 'lime blossom dust'],
      ['Did the kids break anything when they played outside?', 'probably by a football'],
      ['Which part is suspect if the manometer falls again soon?', 'expansion vessel in the cellar'],
      ['How much will we save thanks to the new adjustment?', 'some 280 euros'],
      ['Why is the boiler timed for lunchtime now?', 'when the panels on the roof deliver'],
      ['What is done about legionella?', 'sixty-two degrees against germs'],
      ['Were we really too loud for the lady next door?', 'three more than the limit'],
      ['The lounge is too warm in spring, what is the reason?', 'It sticks half open'],
    ],
  },
  {
    id: 'vet-notes',
    text: `# Patient file: Mio, tomcat, born 2017

## January

Came in because he drinks a lot and has lost weight, now 4.1 kilos. Blood was taken: sugar normal, kidney value raised to 2.4. We speak of an early chronic weakness of the kidneys, which cannot be healed but can be slowed. New food with little phosphorus from today; mix it with the old one over ten days, otherwise he will refuse it.

## March

He vomits twice a week, mostly in the morning on an empty stomach. A small meal at bedtime is to be tried before anything else. Teeth: tartar on both sides, one premolar at the upper right is loose. Cleaning under anaesthetic only once the kidneys have been checked again.

## April

Value down to 2.0, so the operation was dared. Two teeth drawn, drip during the whole time, awake after forty minutes. Soft food for a week and a painkiller once a day, given with food and for no more than five days. Threads dissolve by themselves.

## July

Scratched bald patches on the neck. No mites under the microscope, but flea dirt in the comb. All animals of the household are treated, also the dog, and blankets are washed at sixty degrees. Drops never come from the dog's pack: the substance in it is deadly for cats.

## September

Vaccination against cat flu and distemper given, next one in three years since he never leaves the flat. The chip was read without trouble; the registration still shows the old address in Leipzig and should be changed by the owner.

## December

Blood pressure 185, far too high, which explains why he ran into the door frame: the left retina has come loose in part. One tablet of amlodipine each evening, hidden in liver paste if need be. Check in two weeks. If he suddenly seems blind, come at once, also at night; the number of the emergency service is on the back of the vaccination card.`,
    questions: [
      ['What is wrong with him, is there a cure?', 'cannot be healed but can be slowed'],
      ['How should we switch him to the new kibble?', 'mix it with the old one over ten days'],
      ['What should we try first against him being sick at dawn?', 'A small meal at bedtime'],
      ['Do the stitches have to be taken out?', 'Threads dissolve by themselves'],
      ['Can I share the spot-on treatment among my pets?', 'deadly for cats'],
      ['Do we need to inform somebody that we have moved?', 'the old address in Leipzig'],
      ['How come he bumps into furniture?', 'retina has come loose'],
      ['How many molars did they pull?', 'Two teeth drawn'],
    ],
  },
  {
    id: 'moving-list',
    text: `# Our move to Porto: what is settled and what is not

## Flat and papers

The keys in Rua das Taipas are handed over by the caretaker, Senhor Abílio, who lives on the ground floor and speaks French but no English. He is away from the 5th to the 9th, so arriving on the 10th is the earliest that makes sense.

For the tax number both of us have to appear in person, with passports and the stamped rental contract. Without it no bank opens an account and no provider connects the internet. The office on the Praça gives out sixty tickets a day and they are usually gone by half past eight.

## Van and furniture

The carrier takes eighteen cubic metres for 2,350 euros, packing of glasses included. Plants, paint and gas cartridges stay behind, as their insurance refuses them. The piano goes separately with two men from Braga, because the staircase is too narrow and it has to be lifted through the window.

We sell the sofa, the freezer and the second wardrobe. Whatever nobody has bought by the 28th is fetched by the social department store.

## School and work

Ines has a place in the fourth class; Jonas is still third on the waiting list of the kindergarten. Until then Dona Rosa from the bakery looks after him in the mornings, at six euros an hour.

Lena may work from there for the Hamburg office for 183 days; beyond that, social insurance would have to be paid in Portugal, and her boss does not want that before the new fiscal year.

## Goodbyes

Post is redirected for twelve months, which cost 34 euros. The gym insists on its notice period and wants money until April. Health insurance here ends by itself once the certificate of deregistration has been sent in.

The party is on the last Saturday, from four o'clock, in the courtyard if it is dry. Aunt Gerda takes the tomato plants, and the neighbours get the hedgehog house.`,
    questions: [
      ['Who lets us in when we arrive and in what language do we greet him?', 'speaks French but no English'],
      ['At what time should we queue up at the authority?', 'usually gone by half past eight'],
      ['Can the ferns travel in the truck?', 'Plants, paint and gas cartridges stay behind'],
      ['How is the big instrument getting up to the apartment?', 'lifted through the window'],
      ['Who minds the little boy in the meantime and what does she take?', 'six euros an hour'],
      ['How long may my wife stay employed in Germany from over there?', 'for 183 days'],
      ['Which contract are we stuck paying into spring?', 'The gym insists'],
      ['What becomes of the leftover furniture?', 'fetched by the social department store'],
    ],
  },
  {
    id: 'hausordnung',
    text: `# Hausordnung Kastanienallee 22

## Ruhe

Von 13 bis 15 Uhr und nach 22 Uhr ist Zimmerlautstärke einzuhalten. Wer ein Fest feiert, hängt drei Tage vorher einen Zettel ins Treppenhaus; öfter als zweimal im Jahr sollte das nicht vorkommen. Gebohrt und gehämmert wird werktags bis 19 Uhr, sonntags gar nicht.

## Waschküche

Jede Partei hat einen festen Waschtag, der am Brett neben der Tür steht. Die Maschine läuft nur mit Münzen, die es bei Frau Yıldız im ersten Stock für 1,20 Euro das Stück gibt. Wäsche, die am nächsten Morgen noch hängt, wird in den Korb unter der Treppe gelegt.

## Müll

Die braune Tonne ist für Küchenabfälle ohne Plastiktüten. Sperrmüll holt die Stadt nach Anmeldung kostenlos ab, bis dahin bleibt er in der Wohnung und nicht im Hof. Wer Kartons nicht zerkleinert, verstopft die Papiertonne für alle anderen.

## Keller und Dachboden

Auf dem Dachboden darf nichts Brennbares stehen, auch keine Matratzen, so will es die Feuerwehr. In den Kellern hat es 2021 Wasser gegeben: Alles Wertvolle gehört mindestens dreißig Zentimeter über den Boden.

## Sicherheit

Die Haustür fällt von selbst ins Schloss und wird nachts nicht abgesperrt, damit im Notfall jeder hinauskann. Wer seinen Schlüssel verliert, meldet das der Verwaltung, denn es hängt an einer Schließanlage; der Tausch aller Zylinder kostet rund 2.800 Euro.

Grillen mit Kohle ist auf den Balkonen untersagt, Elektrogrills sind erlaubt. Blumenkästen hängen nach innen, nachdem im letzten Sommer einer auf einen Kinderwagen gefallen ist, zum Glück auf einen leeren.

## Winterdienst

Den Gehweg räumt eine Firma, aber nur bis zum Tor. Den Weg im Hof streuen die Mieter im Wechsel mit Splitt; Salz schadet der alten Kastanie.`,
    questions: [
      ['Ich werde vierzig und möchte laut Musik spielen, was muss ich vorher tun?', 'drei Tage vorher einen Zettel'],
      ['Wo bekomme ich die Chips für die Waschmaschine?', 'Frau Yıldız'],
      ['Meine nassen Sachen sind verschwunden, wo könnten sie sein?', 'in den Korb unter der Treppe'],
      ['Wohin mit dem alten Schrank, bis er abgeholt wird?', 'bleibt er in der Wohnung'],
      ['Weshalb soll ich meine Kisten unten nicht direkt hinstellen?', 'mindestens dreißig Zentimeter'],
      ['Wie teuer wird es schlimmstenfalls, wenn mir der Hausschlüssel abhandenkommt?', '2.800 Euro'],
      ['Darf ich draußen Würstchen braten?', 'Elektrogrills sind erlaubt'],
      ['Womit soll man bei Glatteis streuen und warum nicht anders?', 'Salz schadet der alten Kastanie'],
    ],
  },
];
