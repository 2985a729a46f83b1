/** True if a person can see and change the input. A value that nobody can correct never blocks the form. */
export const isReachable = (input: HTMLInputElement): boolean => {
  if (!input.willValidate || input.closest('[inert]')) return false;
  // Older browsers and jsdom have no `checkVisibility`; in jsdom nothing has a rectangle.
  return (input.checkVisibility as typeof input.checkVisibility | undefined)
    ? input.checkVisibility({ visibilityProperty: true })
    : input.getClientRects().length >= document.body.getClientRects().length;
};
