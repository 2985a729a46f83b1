/** The one function that is used of mailcheck 1.1.1, which has no types; `@types/mailcheck` would bring jQuery's. */
declare module 'mailcheck' {
  const mailcheck: {
    run<T>(options: { email: string; suggested: (suggestion: { full: string }) => T; empty: () => T }): T;
  };
  export default mailcheck;
}
