/** Steps in which the sign looks for a free place, in CSS pixels, and the distance that it keeps from an icon. */
const [STEP, GAP] = [4, 3];
/** Least width that a password manager's icon takes at the field's end, in CSS pixels. */
const ICON_ROOM = 36;
/**
 * Maximum remembered distance from the field's end, the width of two icons: icons come and go with focus and pointer.
 */
const MOST_REMEMBERED = 84;

/**
 * Marks of password managers and e-mail aliases, as names of elements and attributes. A page uses `…ignore` to keep
 * them away.
 */
const MARK =
  /^(?!.*ignore).*(1password|onepassword|bitwarden|proton-?pass|dashlane|kwimpala|lastpass|lpchecked|nordpass|data-np-(uid|intersection|autofill)|data-keeper|^keeper-|roboform|enpass|kpxc|data-ddg|fx-relay|simplelogin)/;

const isMarked = (element: Element): boolean =>
  [element.localName, ...element.getAttributeNames()].some((name) => MARK.test(name));

/** True if a password manager is active in the page: its icon may appear on focus, or take no clicks. */
const isManaged = (input: HTMLInputElement): boolean => {
  const neighbours = [input.parentNode, document.body, document.documentElement].flatMap((parent) => [
    ...(parent?.children ?? []),
  ]);
  return [input, ...neighbours].some((element) => element.localName !== 'email-verify' && isMarked(element));
};

/** True if the field has a picture in its background at its end. */
const hasPicture = (input: HTMLInputElement, isRtl: boolean): boolean => {
  const { backgroundImage, backgroundRepeat, backgroundPositionX: x } = getComputedStyle(input);
  if (!backgroundImage.includes('url(') || !backgroundRepeat.includes('no-repeat')) return false;
  const percent = parseFloat(/-?[\d.]+(?=%)/.exec(x)?.[0] ?? '0') / 100;
  const pixels = parseFloat(/(- ?)?[\d.]+(?=px)/.exec(x)?.[0].replace(' ', '') ?? '0');
  const at = percent + pixels / (input.offsetWidth || 1);
  return isRtl ? at < 0.3 : at > 0.7;
};

const remembered = new WeakMap<HTMLInputElement, number>();

/**
 * Finds a free place for the sign near the field's end, where password managers put an icon.
 * @param least the sign's least distance from the field's end, in CSS pixels.
 * @param size the sign's width, and the field's width and height.
 * @param isFree returns true if nothing covers the field over a width, at a distance from its end.
 * @returns the distance from the end; null if the field is covered.
 */
export const freeEnd = (
  input: HTMLInputElement,
  least: number,
  size: { readonly sign: number; readonly width: number; readonly height: number },
  isFree: (distance: number, width: number) => boolean,
  isRtl: boolean,
): number | null => {
  const room = hasPicture(input, isRtl) || isManaged(input) ? Math.max(ICON_ROOM, size.height) : 0;
  const first = Math.max(least, room, remembered.get(input) ?? 0);
  const middle = size.width / 2;
  for (let at = first; at === first || at + size.sign < middle; at += STEP) {
    if (isFree(at - GAP, size.sign + 2 * GAP)) {
      if (at > first && at <= MOST_REMEMBERED) remembered.set(input, at);
      return at;
    }
    // A layer of the page covers the field, not an icon, or the field is out of sight.
    if (at === first && !isFree(middle, 1)) return null;
  }
  return null;
};
