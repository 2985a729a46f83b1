/** Types the generated list. The compiler would otherwise infer a type with a thousand keys. */
declare module '*/disposable-names.json' {
  type Names = Readonly<Record<string, Readonly<Record<number, string>>>>;
  const names: Readonly<Record<'names' | 'strengths', Names>>;
  export default names;
}
