/** A domain and its parts. */
export interface Name {
  domain: string;
  /** The text before the first dot; empty if the domain has no dot. */
  label: string;
  /** The text after the first dot; the whole domain if it has no dot. */
  rest: string;
  /** The text after the last dot; the whole domain if it has no dot. */
  ending: string;
}

export const nameOf = (domain: string): Name => {
  const dot = domain.indexOf('.');
  return {
    domain,
    label: domain.slice(0, Math.max(dot, 0)),
    rest: domain.slice(dot + 1),
    ending: domain.slice(domain.lastIndexOf('.') + 1),
  };
};
