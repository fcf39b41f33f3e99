const SHOWN_DIGITS = 4;

/** `a•••@example.org`: enough to know an address again, not enough to write to it. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
};

/** `•••0100`: the last digits only. */
export const maskPhone = (number: string): string => `•••${number.slice(-SHOWN_DIGITS)}`;
