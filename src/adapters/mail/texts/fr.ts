import type { AccountTexts } from './account-texts.ts';

export const french: AccountTexts = {
  'verify-email': {
    subject: 'Confirmez votre adresse e-mail',
    opening: 'Un clic et votre compte est prêt : confirmez que cette adresse est la vôtre.',
    button: 'Confirmer l’adresse',
    validity: 'Le lien fonctionne une fois, pendant 24 heures.',
    reason:
      'Vous recevez ce message parce qu’un compte a été créé avec cette adresse. Si ce n’était pas vous, ' +
      'ignorez-le : rien d’autre ne se passe.',
  },
  'reset-password': {
    subject: 'Choisissez un nouveau mot de passe',
    opening:
      'Quelqu’un, vous on l’espère, a demandé un nouveau mot de passe. Choisissez-le ici ; ' +
      'tous les autres appareils seront déconnectés.',
    button: 'Choisir un mot de passe',
    validity: 'Le lien fonctionne une fois, pendant une heure.',
    reason:
      'Vous recevez ce message parce qu’un nouveau mot de passe a été demandé. Si ce n’était pas vous, ignorez-le ' +
      ': votre mot de passe reste le même.',
  },
  test: {
    subject: 'L’e-mail fonctionne',
    opening:
      'Voici le message d’essai de votre installation. Les confirmations et les nouveaux mots de passe arriveront ' +
      'ainsi.',
    button: 'Ouvrir la page',
    validity: 'Il ouvre votre installation.',
    reason: 'Vous recevez ce message parce que vous l’avez demandé pendant la configuration de votre installation.',
  },
  'confirm-email': {
    subject: 'Confirmez votre nouvelle adresse',
    opening: 'Cette adresse a été saisie comme nouvelle adresse d’un compte. Confirmez qu’elle est la vôtre.',
    button: 'Utiliser cette adresse',
    validity: 'Le lien fonctionne une fois, pendant une heure. Les autres appareils sont alors déconnectés.',
    reason:
      'Vous recevez ce message parce que quelqu’un a saisi cette adresse. Si ce n’était pas vous, ignorez-le : ' +
      'rien ne se passe.',
  },
  'email-change-asked': {
    subject: 'Une nouvelle adresse a été demandée',
    opening:
      'Quelqu’un, vous on l’espère, a demandé une autre adresse pour votre compte. ' +
      'Elle vaudra dès que la nouvelle boîte l’aura confirmée. Si c’était vous, il n’y a rien à faire.',
    button: 'Ce n’était pas moi : changer le mot de passe',
    validity: 'Le lien fonctionne une fois, pendant une heure, et met fin au changement et à toutes les sessions.',
    reason:
      'Vous recevez ce message parce qu’une nouvelle adresse a été demandée. Un tel changement est toujours signalé.',
  },
  'email-changed': {
    subject: 'Votre adresse a été changée',
    opening:
      'Votre compte a une nouvelle adresse, et celle-ci n’en fait plus partie. Si c’était vous, il n’y a rien à faire.',
    button: 'Ce n’était pas moi : annuler',
    validity:
      'Le lien fonctionne une fois, pendant sept jours. Il met fin à toutes les sessions et vous laisse choisir un ' +
      'mot de passe.',
    reason:
      'Vous recevez ce message parce que l’adresse de votre compte a été changée. Un tel changement est toujours ' +
      'signalé.',
  },
  'second-factor-reset': {
    subject: 'Connexion en deux étapes réinitialisée',
    opening:
      'L’administration a retiré l’application d’authentification, les clés d’accès et les codes de secours de ' +
      'votre compte, et l’a déconnecté partout. Votre mot de passe suffit jusqu’à ce que vous configuriez une ' +
      'nouvelle étape.',
    button: 'Configurer à nouveau les deux étapes',
    validity: 'Il ouvre vos réglages.',
    reason:
      'Vous recevez ce message parce que la seconde étape de votre compte a été réinitialisée. ' +
      'Si vous ne l’avez pas demandé, prévenez l’administration et changez de mot de passe.',
  },
  'password-changed': {
    subject: 'Votre mot de passe a été changé',
    opening: 'Le mot de passe de votre compte vient d’être changé. Si c’était vous, il n’y a rien à faire.',
    button: 'Ce n’était pas moi : changer le mot de passe',
    validity:
      'Le lien fonctionne une fois, pendant une heure ; ensuite, « Mot de passe oublié ? » aide à la connexion.',
    reason:
      'Vous recevez ce message parce que le mot de passe de votre compte a été changé. ' +
      'Un tel changement est toujours signalé.',
  },
};
