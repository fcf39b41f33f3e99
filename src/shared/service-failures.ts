/**
 * Why a service that the operator connected does not work. Other clients show these texts as they are, perhaps behind
 * what could not be done and a colon; the page shows the message of the same key in the reader's language. `{status}`
 * is a status of HTTP.
 */
export const SERVICE_FAILURES = {
  connectionRefused: 'The server refuses the connection',
  connectionBroken: 'The server broke the connection off',
  connectionFails: 'The connection fails',
  connectionSlow: 'It does not take the connection in time',
  serverUnreachable: 'The server cannot be reached',
  networkUnreachable: 'The network cannot be reached',
  nameUnknown: 'The name of the server is not known',
  nameUnresolved: 'The name of the server cannot be looked up now',
  answerSlow: 'It does not answer in time',
  passwordRefused: 'It does not accept the user name or the password',
  rightsMissing: 'Its user has too few rights',
  keyRefused: 'It does not accept the key',
  keyRefusedWith: 'It does not accept the key ({status})',
  addressUnknown: 'It does not know this address ({status})',
  quotaUsed: 'It asks to slow down, or its quota is used up ({status})',
  quotaSpent: 'Its quota is used up',
  serverFault: 'It has trouble of its own ({status})',
  callRefused: 'It refuses the call ({status})',
  formatRefused: 'It does not answer in JSON (search.formats of its settings.yml)',
  answerUnknown: 'It answers in a form that is not understood',
  vectorLength: 'Its vectors have {count} parts where {expected} are expected (EMBEDDINGS_DIMENSIONS)',
  callFailed: 'The call failed',
  connectionUnsafe: 'No safe connection can be made',
  certificateUntrusted: 'Its certificate is not trusted',
  certificateExpired: 'Its certificate has expired',
  certificateOfOther: 'Its certificate is for another name',
  mailRefused: 'The mail server refuses mails to this address',
  memoryFull: 'Its memory is full',
  replicaReadOnly: 'It is a copy that cannot be written to',
  diskFull: 'The disk is full',
  diskReadOnly: 'The disk cannot be written to',
  fileReadOnly: 'The file may not be written',
} as const;
