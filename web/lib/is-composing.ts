import type { KeyboardEvent } from 'react';

/** True while an input method is still composing a letter: its Enter chooses that letter. Safari tells by the code. */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
