/** Frequent words without accents, ignored in searches. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    // English
    'a about all also am an and any are as at be been but by can could did do does for from get had has have he ' +
      'her his how i if in into is it its',
    'just me more most my no not of on one or our out she should so some such than that the their them then there ' +
      'these they this those to too up us',
    'very was we were what when where which while who whom whose why will with would you your please tell',
    // German
    'aber alle als am an auch auf aus bei bin bis da damit das dass dein dem den der des die dies diese dieser dir ' +
      'doch du durch ein eine einem einen',
    'einer eines er es fur gibt habe haben hat ich ihr im in ist ja kann kein keine man mein mich mir mit nach ' +
      'nicht noch nur ob oder ohne sehr sein',
    'seine sich sie sind so soll sondern uber um und uns unter viel vom von vor wann war waren warum was welche ' +
      'welcher welches wenn wer werden wie',
    'wird wo wurde zu zum zur bitte',
    // French
    'au aux avec ce ces cet cette comment dans de des du elle en est et etre il ils je la le les leur lui ma mais ' +
      'me mes moi mon ne nous on ou par pas',
    'plus pour pourquoi qu quand que quel quelle quelles quels qui quoi sa se ses son sont sur ta te tes toi ton ' +
      'tu un une vos votre vous',
    // Spanish, Portuguese, Italian
    'al como con cual cuales cuando cuanto de del donde el ella en entre era es esta este esto fue ha hay la las ' +
      'lo los mas mi muy no nos o para pero',
    'por porque que quien se ser si sin sobre son su sus te tiene tu un una uno y ya',
    'ao aos com da das do dos e em eu foi mais mas na nas nao no nos os ou para pela pelo por qual quando quanto ' +
      'que quem sao se sem sua um uma',
    'al alla anche che chi ci come con cosa da dal dalla degli dei del della delle di dove e ed gli ho i il in la ' +
      'le lo ma mi nel nella non o per piu',
    'quale quali quando quanto se si sono su sul sulla tra un una uno',
  ].flatMap((line) => line.split(' ')),
);
