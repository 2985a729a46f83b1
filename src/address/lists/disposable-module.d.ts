/** The lists as what they are: by their text the compiler would make a type of 120,000 names. */
declare module 'disposable-email-domains/*.json' {
  const names: readonly string[];
  export default names;
}
