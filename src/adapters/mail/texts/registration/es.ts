import { type RegistrationTexts, textsOf } from './registration-texts.ts';

export const spanish: RegistrationTexts = {
  invitation: textsOf(
    'Tienes una invitación',
    'Te han invitado a crear una cuenta aquí. Elige una contraseña, o entra como prefieras, y listo.',
    'Aceptar la invitación',
    'El enlace es solo para esta dirección, funciona una vez y caduca en unos días.',
    'Recibes este correo porque alguien que gestiona este servidor escribió tu dirección. ' +
      'Si no quieres una cuenta, ignóralo.',
  ),
  'registration-approved': textsOf(
    'Tu cuenta está lista',
    'Tu solicitud de cuenta fue aceptada. ¡Te damos la bienvenida! Un clic confirma esta dirección e inicia tu ' +
      'sesión.',
    'Iniciar sesión',
    'El enlace funciona una vez, durante 24 horas. Después, inicia sesión con tu contraseña.',
    'Recibes este correo porque se solicitó una cuenta con esta dirección. Si no fuiste tú, elige una contraseña ' +
      'nueva con el enlace o ignora este correo.',
  ),
  'registration-approved-elsewhere': textsOf(
    'Tu cuenta está lista',
    'Tu solicitud de cuenta fue aceptada. ¡Te damos la bienvenida! Entra de la misma manera que cuando la pediste.',
    'Abrir la página',
    'Abre la página donde inicias sesión.',
    'Recibes este correo porque solicitaste una cuenta.',
  ),
  'registration-declined': textsOf(
    'Sobre tu solicitud de cuenta',
    'Tu solicitud de cuenta fue rechazada.',
    'Abrir la página',
    'Abre la página. Si crees que es un error, pregunta a quien la gestiona.',
    'Recibes este correo porque se solicitó una cuenta con esta dirección. Si no fuiste tú, no tienes que hacer ' +
      'nada.',
  ),
  'account-exists': textsOf(
    'Ya tienes una cuenta',
    'Alguien, esperamos que tú, solicitó una cuenta con esta dirección. Ya existe una, así que no hay nada que ' +
      'esperar.',
    'Iniciar sesión',
    'Abre la página; «¿Olvidaste tu contraseña?» ayuda si no la recuerdas.',
    'Recibes este correo porque se solicitó una cuenta con esta dirección. Si no fuiste tú, ignóralo: no pasa nada.',
  ),
};
