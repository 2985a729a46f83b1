/** Types the generated list. The compiler would otherwise infer a type of a thousand keys. */
declare module '*/disposable-names.json' {
  const names: Readonly<Record<string, Readonly<Record<number, string>>>>;
  export default names;
}
