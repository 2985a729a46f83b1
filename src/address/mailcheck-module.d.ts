/**
 * What is used of mailcheck 1.1.1, which brings no types of its own; `@types/mailcheck` would bring jQuery's.
 */
declare module 'mailcheck' {
  interface Options {
    email: string;
    domains: readonly string[];
    secondLevelDomains: readonly string[];
    topLevelDomains: readonly string[];
    distanceFunction: (typed: string, candidate: string) => number;
  }
  const mailcheck: { run(options: Options): { domain: string } | false | undefined };
  export default mailcheck;
}
