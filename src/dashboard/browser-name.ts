/** Browsers by what their User-Agent has; one that claims to be another stands before it. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/(Headless)?Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const find = (table: typeof BROWSERS, text: string): string | undefined => table.find(([sign]) => sign.test(text))?.[1];

/**
 * Names a browser for people: `Firefox on Windows`.
 * @returns null if the User-Agent says nothing known.
 */
export const describeBrowser = (userAgent: string | null): string | null => {
  const [browser, system] = [find(BROWSERS, userAgent ?? ''), find(SYSTEMS, userAgent ?? '')];
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser} on ${system}`;
};
