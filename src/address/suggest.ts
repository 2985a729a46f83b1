/** What was probably meant. */
export interface Suggestion {
  address: string;
  certain: boolean;
}
export const suggest = (_text: string): Suggestion | null => null;
