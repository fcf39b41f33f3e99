import type { AccountTexts } from './account-texts.ts';

export const english: AccountTexts = {
  'verify-email': {
    subject: 'Confirm your email address',
    opening: 'One click and your account is ready: please confirm that this address is yours.',
    button: 'Confirm email address',
    validity: 'The link works once, for 24 hours.',
    reason:
      'You get this mail because an account was made with this address. If that was not you, ignore it: ' +
      'nothing else happens.',
  },
  'reset-password': {
    subject: 'Choose a new password',
    opening:
      'Somebody, hopefully you, asked for a new password. Choose one here; all other devices will be signed out.',
    button: 'Choose a new password',
    validity: 'The link works once, for one hour.',
    reason:
      'You get this mail because a new password was asked for. If that was not you, ignore it: ' +
      'your password stays as it is.',
  },
  test: {
    subject: 'Mail works',
    opening: 'This is the test mail of your installation. Confirmations and new passwords will reach people like this.',
    button: 'Open the page',
    validity: 'It opens your installation.',
    reason: 'You get this mail because you asked for it in the set-up of your installation.',
  },
  'confirm-email': {
    subject: 'Confirm your new address',
    opening: 'This address was entered as the new one of an account. Please confirm that it is yours.',
    button: 'Use this address',
    validity: 'The link works once, for one hour. Other devices are signed out then.',
    reason: 'You get this mail because somebody entered this address. If that was not you, ignore it: nothing happens.',
  },
  'email-change-asked': {
    subject: 'A new address was asked for',
    opening:
      'Somebody, hopefully you, asked for another address for your account. It is set once the new mailbox ' +
      'confirms it. If that was you, there is nothing to do.',
    button: 'It was not me: choose a new password',
    validity: 'The link works once, for one hour, and ends the change and every session.',
    reason: 'You get this mail because a new address was asked for. Such a change is always told.',
  },
  'email-changed': {
    subject: 'Your address was changed',
    opening:
      'Your account has a new address, and this one no longer belongs to it. If that was you, there is nothing to do.',
    button: 'It was not me: undo it',
    validity: 'The link works once, for seven days. It ends every session and lets you choose a new password.',
    reason: 'You get this mail because the address of your account was changed. Such a change is always told.',
  },
  'second-factor-reset': {
    subject: 'Two-step sign-in was reset',
    opening:
      'An administrator has removed the authenticator app, the passkeys and the recovery codes of your account, ' +
      'and signed it out everywhere. Your password alone signs you in until you set up a new second step.',
    button: 'Set up two-step sign-in again',
    validity: 'It opens your settings.',
    reason:
      'You get this mail because the second step of your account was reset. If you did not ask for it, tell your ' +
      'administrator and choose a new password.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    opening: 'The password of your account has just been changed. If that was you, there is nothing to do.',
    button: 'It was not me: choose a new password',
    validity: 'The link works once, for one hour; later, use “Forgot password?” where you sign in.',
    reason: 'You get this mail because the password of your account was changed. Such a change is always told.',
  },
};
