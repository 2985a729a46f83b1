/**
 * The query of a URL, in which `+` is a plus and not a space: `?email=anna+news@x.com` means what it looks like to the
 * person who typed it, and so it does when it is properly written as `%2B`. A space is `%20`.
 */
export const readQuery = (url: string): URLSearchParams => {
  const { search } = new URL(url);
  return new URLSearchParams(search.replaceAll('+', '%2B'));
};
