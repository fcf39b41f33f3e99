import { type RegistrationTexts, textsOf } from './registration-texts.ts';

export const german: RegistrationTexts = {
  invitation: textsOf(
    'Sie sind eingeladen',
    'Sie wurden eingeladen, hier ein Konto anzulegen. Wählen Sie ein Passwort oder melden Sie sich auf Ihre ' +
      'Weise an, und schon sind Sie dabei.',
    'Einladung annehmen',
    'Der Link gilt nur für diese Adresse, funktioniert einmal und läuft in einigen Tagen ab.',
    'Sie erhalten diese Mail, weil jemand, der diesen Server betreibt, Ihre Adresse eingegeben hat. ' +
      'Wenn Sie kein Konto möchten, ignorieren Sie sie.',
  ),
  'registration-approved': textsOf(
    'Ihr Konto ist bereit',
    'Ihre Anfrage nach einem Konto wurde angenommen. Willkommen! Ein Klick bestätigt diese Adresse und meldet ' +
      'Sie an.',
    'Anmelden',
    'Der Link funktioniert einmal, 24 Stunden lang. Danach melden Sie sich mit Ihrem Passwort an.',
    'Sie erhalten diese Mail, weil mit dieser Adresse ein Konto angefragt wurde. ' +
      'Wenn Sie das nicht waren, wählen Sie über den Link ein neues Passwort oder ignorieren Sie diese Mail.',
  ),
  'registration-approved-elsewhere': textsOf(
    'Ihr Konto ist bereit',
    'Ihre Anfrage nach einem Konto wurde angenommen. Willkommen! Melden Sie sich auf demselben Weg an wie bei ' +
      'der Anfrage.',
    'Seite öffnen',
    'Er öffnet die Seite, auf der Sie sich anmelden.',
    'Sie erhalten diese Mail, weil Sie ein Konto angefragt haben.',
  ),
  'registration-declined': textsOf(
    'Zu Ihrer Anfrage nach einem Konto',
    'Ihre Anfrage nach einem Konto wurde abgelehnt.',
    'Seite öffnen',
    'Er öffnet die Seite. Wenn Sie das für einen Irrtum halten, fragen Sie, wer sie betreibt.',
    'Sie erhalten diese Mail, weil mit dieser Adresse ein Konto angefragt wurde. ' +
      'Wenn Sie das nicht waren, ist nichts zu tun.',
  ),
  'account-exists': textsOf(
    'Sie haben schon ein Konto',
    'Jemand, hoffentlich Sie, hat mit dieser Adresse ein Konto angefragt. Es gibt schon eines, Sie müssen also ' +
      'auf nichts warten.',
    'Anmelden',
    'Er öffnet die Seite; „Passwort vergessen?“ hilft, wenn Sie Ihres nicht mehr wissen.',
    'Sie erhalten diese Mail, weil mit dieser Adresse ein Konto angefragt wurde. ' +
      'Wenn Sie das nicht waren, ignorieren Sie sie: Es geschieht nichts.',
  ),
};
