/** A form's own members, by their prototypes: a control named `elements` or `append` hides those of the form. */

/** The controls of a form, those that name it by `form=` too. */
export const controlsOf = (form: HTMLFormElement): HTMLElement[] => [
  ...(Reflect.get(HTMLFormElement.prototype, 'elements', form) as Iterable<HTMLElement>),
];
