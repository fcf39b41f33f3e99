import { type RegistrationTexts, textsOf } from './registration-texts.ts';

export const english: RegistrationTexts = {
  invitation: textsOf(
    'You are invited',
    'You have been invited to make an account here. Choose a password, or sign in the way you like, and you are in.',
    'Accept the invitation',
    'The link is for this address alone, works once and expires in some days.',
    'You get this mail because somebody who runs this server entered your address. ' +
      'If you do not want an account, ignore it.',
  ),
  'registration-approved': textsOf(
    'Your account is ready',
    'Your request for an account was approved. Welcome! One click confirms this address and signs you in.',
    'Sign in',
    'The link works once, for 24 hours. After that, sign in with your password.',
    'You get this mail because an account was asked for with this address. If that was not you, choose a new ' +
      'password by the link, or ignore this mail.',
  ),
  'registration-approved-elsewhere': textsOf(
    'Your account is ready',
    'Your request for an account was approved. Welcome! Sign in the same way as when you asked.',
    'Open the page',
    'It opens the page where you sign in.',
    'You get this mail because you asked for an account.',
  ),
  'registration-declined': textsOf(
    'About your request for an account',
    'Your request for an account was declined.',
    'Open the page',
    'It opens the page. If you think this is a mistake, ask whoever runs it.',
    'You get this mail because an account was asked for with this address. If that was not you, there is nothing ' +
      'to do.',
  ),
  'account-exists': textsOf(
    'You have an account already',
    'Somebody, hopefully you, asked for an account with this address. There is one already, so there is nothing ' +
      'to wait for.',
    'Sign in',
    'It opens the page; “Forgot password?” helps if you do not remember yours.',
    'You get this mail because an account was asked for with this address. If that was not you, ignore it: ' +
      'nothing happens.',
  ),
};
