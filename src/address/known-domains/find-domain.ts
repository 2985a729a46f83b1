/** The entry for a domain or for the nearest of its parents (`mail.firm.com`, `firm.com`, `com`). */
export const findDomain = <T>(entries: ReadonlyMap<string, T>, domain: string): T | undefined => {
  for (let name = domain; ;) {
    const entry = entries.get(name);
    const dot = name.indexOf('.');
    if (entry !== undefined || dot < 0) return entry;
    name = name.slice(dot + 1);
  }
};
