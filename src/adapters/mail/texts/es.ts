import type { AccountTexts } from './account-texts.ts';

export const spanish: AccountTexts = {
  'verify-email': {
    subject: 'Confirma tu dirección de correo',
    opening: 'Un clic y tu cuenta está lista: confirma que esta dirección es tuya.',
    button: 'Confirmar la dirección',
    validity: 'El enlace funciona una vez, durante 24 horas.',
    reason:
      'Recibes este correo porque se creó una cuenta con esta dirección. Si no fuiste tú, ignóralo: ' +
      'no ocurre nada más.',
  },
  'reset-password': {
    subject: 'Elige una contraseña nueva',
    opening: 'Alguien, esperamos que tú, pidió una contraseña nueva. Elígela aquí; los demás dispositivos se cerrarán.',
    button: 'Elegir una contraseña',
    validity: 'El enlace funciona una vez, durante una hora.',
    reason:
      'Recibes este correo porque se pidió una contraseña nueva. Si no fuiste tú, ignóralo: tu contraseña sigue igual.',
  },
  test: {
    subject: 'El correo funciona',
    opening: 'Este es el correo de prueba de tu instalación. Las confirmaciones y contraseñas nuevas llegarán así.',
    button: 'Abrir la página',
    validity: 'Abre tu instalación.',
    reason: 'Recibes este correo porque lo pediste al configurar tu instalación.',
  },
  'confirm-email': {
    subject: 'Confirma tu nueva dirección',
    opening: 'Esta dirección se indicó como la nueva de una cuenta. Confirma que es tuya.',
    button: 'Usar esta dirección',
    validity: 'El enlace funciona una vez, durante una hora. Los demás dispositivos se cierran entonces.',
    reason: 'Recibes este correo porque alguien indicó esta dirección. Si no fuiste tú, ignóralo: no ocurre nada.',
  },
  'email-change-asked': {
    subject: 'Se pidió una dirección nueva',
    opening:
      'Alguien, esperamos que tú, pidió otra dirección para tu cuenta. Valdrá cuando el nuevo buzón la confirme. ' +
      'Si fuiste tú, no hay nada que hacer.',
    button: 'No fui yo: elegir otra contraseña',
    validity: 'El enlace funciona una vez, durante una hora, y termina el cambio y todas las sesiones.',
    reason: 'Recibes este correo porque se pidió una dirección nueva. Un cambio así siempre se comunica.',
  },
  'email-changed': {
    subject: 'Tu dirección ha cambiado',
    opening: 'Tu cuenta tiene una dirección nueva y esta ya no le pertenece. Si fuiste tú, no hay nada que hacer.',
    button: 'No fui yo: deshacerlo',
    validity:
      'El enlace funciona una vez, durante siete días. Termina todas las sesiones y te deja elegir otra contraseña.',
    reason: 'Recibes este correo porque cambió la dirección de tu cuenta. Un cambio así siempre se comunica.',
  },
  'second-factor-reset': {
    subject: 'Se restableció el segundo paso',
    opening:
      'La administración quitó la aplicación de autenticación, las llaves de acceso y los códigos de recuperación ' +
      'de tu cuenta, y cerró todas sus sesiones. Basta tu contraseña hasta que configures un nuevo segundo paso.',
    button: 'Configurar de nuevo el segundo paso',
    validity: 'Abre tus ajustes.',
    reason:
      'Recibes este correo porque se restableció el segundo paso de tu cuenta. Si no lo pediste, avisa a la ' +
      'administración y elige otra contraseña.',
  },
  'password-changed': {
    subject: 'Tu contraseña ha cambiado',
    opening: 'La contraseña de tu cuenta acaba de cambiar. Si fuiste tú, no hay nada que hacer.',
    button: 'No fui yo: elegir otra contraseña',
    validity: 'El enlace funciona una vez, durante una hora; después, usa «¿Olvidaste tu contraseña?» al entrar.',
    reason: 'Recibes este correo porque cambió la contraseña de tu cuenta. Un cambio así siempre se comunica.',
  },
};
