import type { AccountTexts } from './account-texts.ts';

export const german: AccountTexts = {
  'verify-email': {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    opening: 'Ein Klick, und Ihr Konto ist bereit: Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.',
    button: 'E-Mail-Adresse bestätigen',
    validity: 'Der Link funktioniert einmal, 24 Stunden lang.',
    reason:
      'Sie erhalten diese Mail, weil mit dieser Adresse ein Konto angelegt wurde. Wenn Sie das nicht waren, ' +
      'ignorieren Sie sie: Weiter geschieht nichts.',
  },
  'reset-password': {
    subject: 'Wählen Sie ein neues Passwort',
    opening:
      'Jemand, hoffentlich Sie, hat ein neues Passwort angefordert. Wählen Sie es hier; ' +
      'alle anderen Geräte werden abgemeldet.',
    button: 'Neues Passwort wählen',
    validity: 'Der Link funktioniert einmal, eine Stunde lang.',
    reason:
      'Sie erhalten diese Mail, weil ein neues Passwort angefordert wurde. Wenn Sie das nicht waren, ignorieren ' +
      'Sie sie: Ihr Passwort bleibt, wie es ist.',
  },
  test: {
    subject: 'E-Mail funktioniert',
    opening: 'Das ist die Testmail Ihrer Installation. Bestätigungen und neue Passwörter werden so ankommen.',
    button: 'Seite öffnen',
    validity: 'Das öffnet Ihre Installation.',
    reason: 'Sie erhalten diese Mail, weil Sie sie bei der Einrichtung Ihrer Installation angefordert haben.',
  },
  'confirm-email': {
    subject: 'Bestätigen Sie Ihre neue Adresse',
    opening:
      'Diese Adresse wurde als neue Adresse eines Kontos eingegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.',
    button: 'Diese Adresse verwenden',
    validity: 'Der Link funktioniert einmal, eine Stunde lang. Andere Geräte werden dann abgemeldet.',
    reason:
      'Sie erhalten diese Mail, weil jemand diese Adresse eingegeben hat. Wenn Sie das nicht waren, ignorieren Sie ' +
      'sie: Es geschieht nichts.',
  },
  'email-change-asked': {
    subject: 'Eine neue Adresse wurde angefordert',
    opening:
      'Jemand, hoffentlich Sie, hat eine andere Adresse für Ihr Konto angefordert. ' +
      'Sie gilt, sobald das neue Postfach sie bestätigt. Wenn Sie das waren, ist nichts zu tun.',
    button: 'Ich war es nicht: neues Passwort wählen',
    validity: 'Der Link funktioniert einmal, eine Stunde lang, und beendet die Änderung und jede Sitzung.',
    reason:
      'Sie erhalten diese Mail, weil eine neue Adresse angefordert wurde. Eine solche Änderung wird immer mitgeteilt.',
  },
  'email-changed': {
    subject: 'Ihre Adresse wurde geändert',
    opening:
      'Ihr Konto hat eine neue Adresse, und diese gehört nicht mehr dazu. Wenn Sie das waren, ist nichts zu tun.',
    button: 'Ich war es nicht: rückgängig machen',
    validity:
      'Der Link funktioniert einmal, sieben Tage lang. Er beendet jede Sitzung und lässt Sie ein neues Passwort ' +
      'wählen.',
    reason:
      'Sie erhalten diese Mail, weil die Adresse Ihres Kontos geändert wurde. Eine solche Änderung wird immer ' +
      'mitgeteilt.',
  },
  'second-factor-reset': {
    subject: 'Anmeldung in zwei Schritten zurückgesetzt',
    opening:
      'Die Verwaltung hat die Authenticator-App, die Passkeys und die Wiederherstellungscodes Ihres Kontos ' +
      'entfernt und es überall abgemeldet. Bis Sie einen neuen zweiten Schritt einrichten, genügt Ihr Passwort.',
    button: 'Zwei Schritte neu einrichten',
    validity: 'Das öffnet Ihre Einstellungen.',
    reason:
      'Sie erhalten diese Mail, weil der zweite Schritt Ihres Kontos zurückgesetzt wurde. ' +
      'Wenn Sie nicht darum gebeten haben, sagen Sie der Verwaltung Bescheid und wählen Sie ein neues Passwort.',
  },
  'password-changed': {
    subject: 'Ihr Passwort wurde geändert',
    opening: 'Das Passwort Ihres Kontos wurde soeben geändert. Wenn Sie das waren, ist nichts zu tun.',
    button: 'Ich war es nicht: neues Passwort wählen',
    validity: 'Der Link funktioniert einmal, eine Stunde lang; danach hilft „Passwort vergessen?“ bei der Anmeldung.',
    reason:
      'Sie erhalten diese Mail, weil das Passwort Ihres Kontos geändert wurde. Eine solche Änderung wird immer ' +
      'mitgeteilt.',
  },
};
