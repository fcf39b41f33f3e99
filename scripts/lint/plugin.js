// The project's own lint rules.
import noSuperLinearRestart from './no-super-linear-restart.js';
import { functionConditions, namedState, translatedTexts } from './selector-rules.js';

export default {
  meta: { name: 'parley' },
  rules: {
    'function-conditions': functionConditions,
    'named-state': namedState,
    'no-super-linear-restart': noSuperLinearRestart,
    'translated-texts': translatedTexts,
  },
};
