import type { QuestionDocument } from './asked-document.ts';

/** What people keep of their work: handbooks, reports, code, offers. */
export const WORK: readonly QuestionDocument[] = [
  {
    id: 'onboarding',
    text: `# First weeks at Kestrel Maps

## Day one

Ask for Farida at the reception; she hands out the badge and the laptop. The disk is encrypted, and the passphrase you choose is known to nobody, so write it down at home. If you forget it, the machine is wiped and everything not pushed is gone.

Lunch is paid on your first day. The rest of the week people meet at 12.15 by the lift and decide together; nobody minds if you stay at your desk.

## Accounts

Single sign-on opens nearly all tools. Two do not know it: the map editor, for which Jorge makes an account, and the travel portal, which needs your staff number from the payslip. Turn on the second factor within 48 hours, because after that the account is locked by itself.

## How we work

We review each other's changes within one working day. Praise belongs in the review too. A change of more than 400 lines is sent back to be split, whoever wrote it.

There are no meetings on Wednesdays. If a customer insists, take the call, but do not drag colleagues into it. Decisions are written down in the decision log with the alternatives that were thrown out, since in two years nobody remembers those.

## On call

New people join the rota after three months, always paired with somebody experienced for the first two rounds. A week on call is paid 350 euros extra, and being woken at night gives a free morning. Pages that turn out to be harmless are fixed within the week, so that they do not wake the next person.

## Getting on

Every half year you and your lead talk about the past months; salaries are discussed in March only. Each person has ten days a year for learning whatever they want, and the one condition is a short talk about it to the others.

If something troubles you that you cannot tell your lead, go to Henrike from the works council. She is bound to silence.`,
    questions: [
      ['What if I can no longer remember how to unlock my computer?', 'the machine is wiped'],
      ['Where do I find the ID for booking trips?', 'staff number from the payslip'],
      ['How long have I got to set up 2FA?', 'within 48 hours'],
      ['My pull request got bounced even though it works, why?', 'more than 400 lines'],
      ['On which weekday can I count on uninterrupted time?', 'no meetings on Wednesdays'],
      ['Do I get compensated if the pager rings at 3 a.m.?', 'gives a free morning'],
      ['In what month may I ask for a raise?', 'discussed in March only'],
      ['Whom can I speak to in confidence?', 'She is bound to silence'],
    ],
  },
  {
    id: 'outage-review',
    text: `# Review of the outage of 3 June

## What people noticed

From 10.42 to 12.07 nobody could pay. The shop itself stayed up, baskets could be filled, but the last step ended with a white page. 1,312 orders were begun and not finished; 907 of these customers came back within a day. Support answered 240 mails.

## What had happened

At 10.30 the certificate of the internal payment gateway expired. It was the only one still renewed by hand: the reminder went to the mailbox of Stefan, who had changed to another team in February. The gateway refused every connection, and the shop took the refusal for an empty answer, which it then tried to show.

The monitoring saw nothing, because its probe asks the gateway's health page, and that page is served without encryption on another port.

## Finding it

The first suspicion fell on the release of the same morning, which was rolled back at 10.58 without any effect. That cost half an hour. Only when Mei looked at the raw handshake at 11.35 was the date seen. Making a new certificate took nine minutes; the rest of the time went into looking for somebody who was allowed to sign it.

## What went well

The status page was updated after six minutes. The banner asking customers to wait kept many from trying a second card, and nobody was charged twice.

## What we change

Certificates are renewed automatically from now on, thirty days ahead, and an alarm sounds at fourteen. Owner: Mei, until 20 June.

The probe pays one cent to a test account each minute, through the same door as customers. Owner: Ravi.

Two people in each shift may sign. Reminders go to team addresses and never to persons; the leaver's checklist asks for it. Owner: Stefan.

An empty answer from the gateway is a fault and is shown as one, with a button to try again. Owner: Lucía, in the next release.`,
    questions: [
      ['How many buyers did we lose for good, roughly: how many returned?', '907 of these customers came back'],
      ['What was the root cause?', 'the only one still renewed by hand'],
      ['Why did no alert go off?', 'served without encryption on another port'],
      ['What did the team wrongly blame in the beginning?', 'release of the same morning'],
      ['Who discovered it in the end?', 'Only when Mei looked'],
      ['Were there any duplicate debits?', 'nobody was charged twice'],
      [
        'How will we detect this kind of thing in future by buying something ourselves?',
        'pays one cent to a test account',
      ],
      ['Why did the warning reach no one?', 'changed to another team in February'],
    ],
  },
  {
    id: 'ratelimit-readme',
    text: `# trickle: a small rate limiter for Python services

## What it is for

\`trickle\` slows callers down before they hurt you. It counts in Redis, so all workers share the same numbers, and it falls back to memory when Redis cannot be reached: better to let a few too many in than to refuse everybody.

## Using it

Decorate a handler with \`@limit("60/m")\`. The key is the address of the caller unless \`by=\` names a function that makes another one, for instance the account's id.

\`\`\`python
from trickle import limit

@limit("5/s", by=lambda request: request.user.id)
def search(request):
    ...
\`\`\`

Refused calls raise \`Throttled\`. Its attribute \`retry_in\` says after how many seconds another try makes sense. The Flask and Django helpers turn it into a 429 answer with the right header; everywhere else you catch it yourself.

## How it counts

A sliding window of ten slices is used, so nobody can double their share by calling just before and just after the turn of a minute. Memory per key is about 200 bytes. Keys vanish after two windows without traffic.

## Bursts

With \`burst=20\` that many calls are let through at once before the rate applies. They are earned back slowly, one for each call that was not made.

## Trying rules without risk

Set \`TRICKLE_DRY=1\` and nothing is refused. What would have been is logged at level WARNING with the key, so you can see for a week whom a rule would hit.

## Known limits

Clocks of the machines may differ by a second at most, otherwise windows overlap. Redis Cluster works only if all keys of a rule share a hash tag, which \`cluster=True\` takes care of. There is no async version before 2.0.

Windows is not tested; patches are welcome. Version 1.4 dropped Python 3.8.`,
    questions: [
      ['What does it do when the store is down?', 'falls back to memory'],
      ['How can I throttle per customer instead of per IP?', 'names a function that makes another one'],
      ['What exception do I have to handle and how do I learn the waiting time?', 'says after how many seconds'],
      ['Can a client cheat at the boundary between two periods?', 'just before and just after'],
      ['How heavy is it on RAM?', 'about 200 bytes'],
      ['I want to see the effect on real users first without blocking them', 'nothing is refused'],
      ['Does it support asyncio?', 'no async version before 2.0'],
      ['How do I permit a short spike of requests?', 'let through at once before the rate applies'],
    ],
  },
  {
    id: 'roof-offer',
    text: `# Offer 2291: new roof for the sports hall in Wellau

## Scope

The old corrugated sheets contain asbestos and are taken down by a certified firm under foil and suction; they leave in closed containers for the dump at Harsum. Before that, the hall has to be empty and stay locked for eleven days.

The rafters on the weather side are rotten over a length of six metres and will be doubled. Whether more is damaged shows only when the sheets are off. Every further metre costs 87 euros.

## Build-up

On the rafters come boards, a membrane that lets vapour out, twenty-four centimetres of wood fibre and standing-seam sheets of zinc. The wood fibre was preferred to mineral wool because it keeps the hall cooler in July, though it is eleven thousand euros dearer.

Skylights: eight new ones, four of which open by motor as soon as the smoke detectors tell of fire. The thick glass withstands balls up to 90 kilometres an hour.

## Solar

We leave the south side free of pipes so that modules can follow later. The structure is calculated for their weight already, which adds nothing to the price.

## Dates

Scaffolding goes up in the first week of the summer holidays. If the contract is signed after 15 April, the zinc will not come in time and everything moves to the autumn break, with winter rates for the crane.

## Price

Altogether 418,600 euros net. Three per cent may be deducted when paying within ten days. A third is due at the start, a third when the roof is tight, the rest after acceptance. We are bound to this price until the end of May.

## Not included

The lightning conductor is renewed by the town's own electrician. Gutters are cleaned but not replaced. We need 32 ampere current and water on the site free of charge, and permission to block the bicycle stands.`,
    questions: [
      ['What will happen to the hazardous old panels?', 'for the dump at Harsum'],
      ['How long can the children not do PE there?', 'stay locked for eleven days'],
      ['What is the surcharge if they find additional rot?', 'Every further metre costs 87 euros'],
      ['Why did they choose the more expensive insulation?', 'keeps the hall cooler in July'],
      ['Will a handball smash the windows in the ceiling?', 'withstands balls up to 90'],
      ['Could we put photovoltaics on it some day?', 'calculated for their weight already'],
      ['What is the deadline for us to commission the work?', 'after 15 April'],
      ['Is there a discount for settling the bill fast?', 'Three per cent may be deducted'],
    ],
  },
  {
    id: 'interview-study',
    text: `# How cyclists choose their way: notes from 31 interviews

## Who we talked to

Seventeen women and fourteen men between nineteen and seventy-four, all of whom ride at least three times a week in Ghent or Malmö. We found them through repair shops, since the clubs would have given us mostly racers. Each got a voucher of twenty euros.

## What they say and what they do

Asked for the most important thing, nearly all named safety. Their recorded rides tell another story: two thirds went by the shorter road even when a separate path lay within two hundred metres. Only those who had fallen in the past year kept to the path throughout.

Parents differ. With a child on the bicycle they accept detours of up to forty per cent; on the way back, alone, they take the main road like everybody else.

## Stopping

Traffic lights annoy people more than hills. One rider circles a whole block to avoid a single red light and loses a minute by it, knows that, and does it all the same: rolling feels faster.

## Weather and dark

Rain changes the means, seldom the route: people leave the bicycle at home altogether. Darkness changes the route. Women named parks and the underpass at the station as places they avoid after ten; several said that lamps do not help where nobody else is about.

## Maps and apps

Four use an app on rides they know. The rest learn a city by getting lost once. Almost everybody has a "secret" shortcut and was pleased to draw it for us, and eleven of these turned out to be the same alley.

## What follows from it

Do not ask people what matters to them; watch them. A path that is longer than the road by more than about a tenth will stay empty, however handsome. Money for lamps is better spent on shop fronts and windows facing the path.

## Limits

We met no one who gave up cycling, and nobody who delivers food. The rides were recorded in May, with eighteen hours of light.`,
    questions: [
      ['How were the participants recruited?', 'through repair shops'],
      ['Did folks behave the way they claimed?', 'two thirds went by the shorter road'],
      ['Which riders really stuck with the protected lane?', 'fallen in the past year'],
      ['What do mums and dads put up with when carrying a kid?', 'detours of up to forty per cent'],
      ['Is there somebody who wastes time just to keep moving?', 'circles a whole block'],
      ['Does street lighting make female riders feel better at night?', 'lamps do not help where nobody else'],
      ['How much of a detour is too much for a new bike lane?', 'more than about a tenth'],
      ['What groups are missing from the sample?', 'nobody who delivers food'],
    ],
  },
  {
    id: 'travel-policy',
    text: `# Travelling for Ostrava Instruments

## Before you go

Anything under four hours by rail is done by rail. Flights inside Europe need the approval of the department head, and the reason is published on the intranet. First class is paid on trains for journeys of more than five hours, since one can work there.

Book through the portal so that the insurance holds. Whoever books elsewhere pays and gets nothing back if the meeting is called off.

## Sleeping and eating

Hotels up to 130 euros a night, in Zürich, London and Oslo up to 190. Staying with friends is allowed, and you may bring them a present of up to 30 euros against a receipt. Meals follow the tax office's flat rates; if the host pays for lunch, forty per cent of the day's rate is taken off.

## Cars

Hire the smallest car that fits. Fuel in your own car is not refunded, but each kilometre is paid with 38 cents, two more for each colleague you take along. Fines are yours, also those for parking.

## When things go wrong

Lost passport: ring the consulate first, then us. The emergency number +420 555 0147 is answered day and night and can advance money. Illness abroad is covered from the first day, dental treatment only against acute pain.

## Long stays

From the third week on, one trip home every fortnight is paid. If your partner would rather visit you, we pay that ticket in place of yours. Time on a plane counts as working time only if you really work; waiting at an airport always counts in full.

## Settling up

Hand in receipts within thirty days, photographs are enough. Foreign money is converted by the rate of the day of payment, not of the day of settling. Advances that have not been settled after ninety days are deducted from the salary.`,
    questions: [
      ['Who must say yes if I would like to take a plane to Vienna?', 'approval of the department head'],
      ["I can stay on a mate's couch, may I thank him somehow?", 'present of up to 30 euros'],
      ['My client invited me to eat at noon, how does this change my per diem?', 'forty per cent of the day'],
      ['What do I get for driving with my private vehicle?', '38 cents'],
      ['I got a ticket for stopping in a forbidden zone, will the firm cover it?', 'Fines are yours'],
      ['Are toothaches insured overseas?', 'only against acute pain'],
      ['Could my wife come over rather than me flying back?', 'we pay that ticket in place of yours'],
      ['Which exchange rate is applied?', 'rate of the day of payment'],
    ],
  },
  {
    id: 'lab-protocol',
    text: `# Protocol: extracting DNA from leaf tissue, teaching lab

## Preparing

Pick young leaves in the morning, as old ones are full of sugars that clog everything later on. Freeze them at once; a leaf that lies on the bench for ten minutes has begun to digest its own DNA. Switch the water bath to sixty-five degrees an hour ahead.

Gloves are worn throughout, less for you than for the sample: skin is covered with enzymes that cut nucleic acids.

## Breaking the cells

Grind 100 milligrams under liquid nitrogen until the powder looks like icing sugar. Never close the tube tightly while nitrogen is inside, it bursts. Add 600 microlitres of warm buffer and turn the tube over gently; shaking shears the long threads into crumbs.

Thirty minutes in the bath follow, turning every ten. Groups that are late may leave it for an hour without harm.

## Cleaning

Add the same volume of chloroform under the hood, mix for five minutes and spin for ten at full speed. Three layers form. The upper, clear one is yours: leave the last millimetre in the tube rather than sucking up the white skin beneath, for that is protein.

## Making it visible

Two thirds of ice-cold isopropanol let the threads appear as a cloud. If nothing shows, put the tube into the freezer for half an hour before giving up. Wash the pellet with seventy per cent ethanol and let it dry, but not to the point of glass, or it will not dissolve again.

## Checking

The ratio of the readings at 260 and 280 nanometres should lie near 1.8. Lower values point to leftover protein, higher ones to RNA, in which case add RNase and wait a quarter of an hour at thirty-seven degrees.

## Waste

Chloroform goes into the canister with the red ring, never into the sink. Tubes that had touched it go into the same hood's bin. Tips and gloves are ordinary rubbish.`,
    questions: [
      ['Why not take mature foliage?', 'full of sugars that clog'],
      ['Is the protective handwear for my own sake?', 'skin is covered with enzymes'],
      ['May I vortex the mixture?', 'shaking shears the long threads'],
      ['Our group is running behind, can the sample wait in the heat?', 'for an hour without harm'],
      ['Which phase should I pipette off?', 'The upper, clear one is yours'],
      ['I cannot see any precipitate, is everything lost?', 'freezer for half an hour'],
      ['My absorbance quotient is 2.1, what is contaminating it and how do I fix that?', 'add RNase'],
      ['How is the solvent disposed of?', 'canister with the red ring'],
    ],
  },
  {
    id: 'board-game-rules',
    text: `# Saltmarsh: rules of the game

## Idea

Two to five people drain a marsh, build farms and lose them again to the sea. Whoever owns the most dry land after the third flood wins. A round takes about an hour and a quarter.

## Setting up

Shuffle the forty tiles and lay out twenty-five of them face down in a square; the rest goes back into the box unseen. Each player takes seven stakes, three coins and a cow. The youngest begins, unless somebody has been to the sea this year.

## A turn

Do two of these, also the same one twice: uncover a tile next to one of your own, drive a stake, move the cow one field, or sell peat. Peat brings a coin for each brown neighbour of the tile, and the tile is worth one point less from then on.

A stake protects the whole edge it stands on. Stakes are never taken back.

## The cow

Where your cow grazes nobody else may build. Cows that meet swap places, and their owners swap a coin as well. If yours stands on a tile that drowns, it swims to any shore you like, and you miss your next turn.

## Floods

When the third wave symbol is uncovered the sea comes. Every edge of the marsh without a stake lets it in, and it spreads over all tiles that lie lower than the one before. Farms on flooded tiles are turned over. They may be dug out again for two coins once the water is gone.

## Ending and counting

After the third flood count a point for each dry tile, two for each farm, and lose one for each debt note. In a tie the larger cow herd wins; if that is equal too, you share the victory and nobody may gloat.

## Two players

Add a neutral cow, which the one who is behind moves. Play to the fourth flood.

## Frequent questions

You may drive a stake on an edge of somebody else's land. You may not refuse a swap of cows. Coins are open to all, debt notes are not.`,
    questions: [
      ['How long should we plan for a match?', 'an hour and a quarter'],
      ['Who goes first?', 'The youngest begins'],
      ['Is it possible to repeat an action?', 'also the same one twice'],
      ['What do I earn when I dig up fuel?', 'a coin for each brown neighbour'],
      ['My animal got caught by the water, what now?', 'swims to any shore you like'],
      ['Can a ruined homestead be restored?', 'dug out again for two coins'],
      ['We have equal points at the end!', 'larger cow herd wins'],
      ["Am I allowed to help protect an opponent's field?", "edge of somebody else's land"],
    ],
  },
  {
    id: 'compte-rendu-boulangerie',
    text: `# Boulangerie coopérative Le Levain : compte rendu du 12 mars

## Les fours

Le grand four ne tient plus sa température : il perd trente degrés dès qu’on ouvre la porte. Le technicien pense que les joints sont cuits ; les changer coûterait 640 euros et deux jours de fermeture. Nous avons voté pour la semaine du 15 août, quand le village est vide.

## Farine

Notre meunier augmente ses prix de 9 % parce que la récolte a été mauvaise. Plutôt que de changer de fournisseur, nous remplaçons un cinquième du blé par du petit épeautre de la ferme Roussel, moins cher puisqu’il n’y a pas d’intermédiaire. Yacine fera des essais avec une hydratation plus faible.

## Horaires

Personne ne veut plus commencer à deux heures du matin. La pâte lèvera désormais toute la nuit au froid et la première fournée sortira à sept heures. Les clients du bus de six heures trente auront du pain de la veille, à moitié prix.

## Personnel

Mathilde part en congé maternité en juin ; son remplaçant, Théo, sort de l’école et viendra deux samedis avant pour apprendre. L’apprentie a réussi son examen avec la meilleure note du canton et reste avec nous.

## Invendus

Nous jetons encore quarante kilos par semaine. Ce qui reste le soir ira au foyer de la rue Haute, qui vient le chercher lui-même à dix-neuf heures trente. Le pain trop dur partira chez un brasseur qui en fait de la bière.

## Comptes

Le bénéfice de l’année est de 11 200 euros. La moitié rembourse le prêt de la mairie, un quart est mis de côté pour un pétrin neuf, le dernier quart est partagé entre les neuf membres. La vitrine brisée en janvier a été remboursée par l’assurance, sauf la franchise de 150 euros.

## Divers

La radio est jugée trop forte par les voisins du premier étage : on la coupe avant huit heures. Le chat n’a plus le droit d’entrer dans le fournil, même en hiver.`,
    questions: [
      [
        'Quand est-ce que le magasin sera fermé pour réparation, et pourquoi à ce moment-là ?',
        'quand le village est vide',
      ],
      ['Comment réagit-on à la hausse du tarif du moulin ?', 'petit épeautre de la ferme Roussel'],
      ['Que trouveront les gens qui passent très tôt avant leur car ?', 'du pain de la veille'],
      ['Qui prendra la place de la collègue enceinte ?', 'son remplaçant, Théo'],
      ['Est-ce que la jeune en formation continue chez nous ?', 'reste avec nous'],
      ['Que deviennent les baguettes rassies ?', 'un brasseur qui en fait de la bière'],
      ['À quoi sert l’argent gagné : quelle part pour la nouvelle machine à pétrir ?', 'un quart est mis de côté'],
      ['Pourquoi ne peut-on plus écouter de musique à l’aube ?', 'on la coupe avant huit heures'],
    ],
  },
];
