/** True if a list holds the domain or one of its parents (`mail.firm.com`, `firm.com`, `com`). */
export const includesDomain = (list: ReadonlySet<string>, domain: string): boolean => {
  for (let name = domain; ; name = name.slice(name.indexOf('.') + 1)) {
    if (list.has(name)) return true;
    if (!name.includes('.')) return false;
  }
};
