/** Types the lists as arrays of strings. The compiler would otherwise infer a type of 120,000 literals. */
declare module 'disposable-email-domains/*.json' {
  const names: readonly string[];
  export default names;
}
