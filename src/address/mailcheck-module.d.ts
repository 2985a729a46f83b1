/**
 * The one function that is used of mailcheck 1.1.1, which has no types; `@types/mailcheck` would bring jQuery's.
 */
declare module 'mailcheck' {
  const mailcheck: {
    findClosestDomain(
      domain: string,
      domains: readonly string[],
      distance: (typed: string, candidate: string) => number,
      threshold: number,
    ): string | false;
  };
  export default mailcheck;
}
