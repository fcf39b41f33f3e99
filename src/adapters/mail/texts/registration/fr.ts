import { type RegistrationTexts, textsOf } from './registration-texts.ts';

export const french: RegistrationTexts = {
  invitation: textsOf(
    'Vous êtes invité·e',
    'Vous êtes invité·e à créer un compte ici. Choisissez un mot de passe, ou connectez-vous comme vous ' +
      'préférez, et c’est fait.',
    'Accepter l’invitation',
    'Le lien ne vaut que pour cette adresse, fonctionne une fois et expire dans quelques jours.',
    'Vous recevez cet e-mail parce qu’une personne qui gère ce serveur a saisi votre adresse. ' +
      'Si vous ne voulez pas de compte, ignorez-le.',
  ),
  'registration-approved': textsOf(
    'Votre compte est prêt',
    'Votre demande de compte a été acceptée. Bienvenue ! Un clic confirme cette adresse et vous connecte.',
    'Se connecter',
    'Le lien fonctionne une fois, pendant 24 heures. Ensuite, connectez-vous avec votre mot de passe.',
    'Vous recevez cet e-mail parce qu’un compte a été demandé avec cette adresse. ' +
      'Si ce n’était pas vous, choisissez un nouveau mot de passe par le lien, ou ignorez cet e-mail.',
  ),
  'registration-approved-elsewhere': textsOf(
    'Votre compte est prêt',
    'Votre demande de compte a été acceptée. Bienvenue ! Connectez-vous de la même façon que lors de la demande.',
    'Ouvrir la page',
    'Il ouvre la page où vous vous connectez.',
    'Vous recevez cet e-mail parce que vous avez demandé un compte.',
  ),
  'registration-declined': textsOf(
    'À propos de votre demande de compte',
    'Votre demande de compte a été refusée.',
    'Ouvrir la page',
    'Il ouvre la page. Si vous pensez que c’est une erreur, demandez à la personne qui la gère.',
    'Vous recevez cet e-mail parce qu’un compte a été demandé avec cette adresse. ' +
      'Si ce n’était pas vous, il n’y a rien à faire.',
  ),
  'account-exists': textsOf(
    'Vous avez déjà un compte',
    'Quelqu’un, vous sans doute, a demandé un compte avec cette adresse. Il en existe déjà un : ' +
      'vous n’avez rien à attendre.',
    'Se connecter',
    'Il ouvre la page ; « Mot de passe oublié ? » vous aide si vous ne vous en souvenez plus.',
    'Vous recevez cet e-mail parce qu’un compte a été demandé avec cette adresse. ' +
      'Si ce n’était pas vous, ignorez-le : il ne se passe rien.',
  ),
};
