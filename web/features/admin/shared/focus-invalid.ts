/** Moves the focus to the first marked field around a button. False when there is none. */
export const focusInvalid = (button: Element): boolean => {
  const field = button.closest('dialog')?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field !== null && field !== undefined;
};
