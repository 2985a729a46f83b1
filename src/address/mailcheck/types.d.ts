/** The parts of mailcheck 1.1.1 that are used: it has no types, and `@types/mailcheck` would bring jQuery's. */
declare module 'mailcheck' {
  const mailcheck: {
    run: <T>(options: { email: string; suggested: (suggestion: { full: string }) => T; empty: () => T }) => T;
    findClosestDomain: (
      domain: string,
      domains: readonly string[],
      distance: (domain: string, other: string) => number,
      threshold: number,
    ) => string | false;
  };
  export default mailcheck;
}
