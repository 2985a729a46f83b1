/** Pages of many colours, most of which never say whether they are light or dark. */
export interface Ground {
  css: string;
  /** The colours that lie behind the form, as far as the eye can tell. */
  behind: string[];
  /** The colours in the field. Default: those behind the form, since the field is transparent. */
  field?: string[];
  /** Only what brings a surface of its own can be read here: what is behind it cannot be found out by computing. */
  unknowable?: true;
}

const CHECKERS = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E%3Cpath fill='%23fff' d='M0 0h8v8H0z'/%3E%3Cpath d='M0 0h4v4H0zM4 4h4v4H4z'/%3E%3C/svg%3E")`;
const CLEAR = 'input { background: transparent; color: inherit; border: 1px solid }';

export const GROUNDS: Record<string, Ground> = {
  white: { css: `body { background: #fff } ${CLEAR}`, behind: ['#fff'] },
  black: { css: `body { background: #000; color: #fff } ${CLEAR}`, behind: ['#000'] },
  'light, and says so': {
    css: `:root { color-scheme: light; background: #f8fafc } ${CLEAR}`,
    behind: ['#f8fafc'],
  },
  'dark, and says so': {
    css: `:root { color-scheme: dark; background: #14181f; color: #e8ecf3 } ${CLEAR}`,
    behind: ['#14181f'],
  },
  'dark by the browser’s own colours': {
    css: `:root { color-scheme: dark; background: Canvas; color: CanvasText } ${CLEAR} form { background: #202020 }`,
    behind: ['#202020'],
  },
  'white, and says that it is dark': {
    css: `:root { color-scheme: dark } body { background: #fff; color: #111 } ${CLEAR}`,
    behind: ['#fff'],
  },
  'black, and says that it is light': {
    css: `:root { color-scheme: light } body { background: #000; color: #eee } ${CLEAR}`,
    behind: ['#000'],
  },
  'mid grey': { css: `body { background: #808080 } ${CLEAR}`, behind: ['#808080'] },
  'the grey between black and white': {
    css: `body { background: #757575; color: #fff } ${CLEAR}`,
    behind: ['#757575'],
  },
  'light grey': { css: `body { background: #9ca3af } ${CLEAR}`, behind: ['#9ca3af'] },
  'dark blue': { css: `body { background: #0b1f4b; color: #fff } ${CLEAR}`, behind: ['#0b1f4b'] },
  'dark blue footer of a white page': {
    css: `body { background: #fff } form { background: #14213d; color: #fff; padding: 20px } ${CLEAR}`,
    behind: ['#14213d'],
  },
  yellow: { css: `body { background: #ffde00 } ${CLEAR}`, behind: ['#ffde00'] },
  red: { css: `body { background: #d32f2f; color: #fff } ${CLEAR}`, behind: ['#d32f2f'] },
  green: { css: `body { background: #2e7d32; color: #fff } ${CLEAR}`, behind: ['#2e7d32'] },
  'a gradient from black to white': {
    css: `form { background: linear-gradient(90deg, #000, #fff); padding: 20px } ${CLEAR}`,
    behind: ['#000', '#404040', '#808080', '#c0c0c0', '#fff'],
  },
  'a gradient of a brand': {
    css: `body { background: linear-gradient(135deg, #667eea 0%, #764ba2 100%); color: #fff } ${CLEAR}`,
    behind: ['#667eea', '#6f65c6', '#764ba2'],
  },
  'an image': {
    css: `form { background: ${CHECKERS}; padding: 20px } ${CLEAR}`,
    behind: ['#000', '#fff'],
  },
  'an image with a colour under it': {
    css: `body { background: #0f172a ${CHECKERS}; color: #fff } ${CLEAR}`,
    behind: ['#000', '#fff'],
  },
  'glass over an image': {
    css: `body { background: ${CHECKERS} } form { background: rgb(255 255 255 / 0.1); backdrop-filter: blur(8px); padding: 20px } ${CLEAR}`,
    behind: ['#191919', '#8c8c8c', '#fff'],
  },
  'an image of a pseudo-element': {
    css: `body { background: #fff } form { position: relative; padding: 20px } form::before { content: ""; position: absolute; inset: 0; z-index: -1; background: ${CHECKERS} } ${CLEAR}`,
    behind: ['#000', '#fff'],
    unknowable: true,
  },
  'translucent layers': {
    css: `body { background: #000; color: #fff } form { background: rgb(255 255 255 / 0.12); padding: 20px } label { background: rgb(255 255 255 / 0.08) } ${CLEAR}`,
    behind: ['#1f1f1f', '#313131'],
  },
  'a dark field on a white page': {
    css: `body { background: #fff } input { background: #1f2937; color: #fff }`,
    behind: ['#fff'],
    field: ['#1f2937'],
  },
  'a white field on a dark page': {
    css: `body { background: #111827; color: #fff } input { background: #fff; color: #111 }`,
    behind: ['#111827'],
    field: ['#fff'],
  },
  'a grey field': {
    css: `body { background: #fff } input { background: #808080; color: #fff }`,
    behind: ['#fff'],
    field: ['#808080'],
  },
  'a field with a gradient': {
    css: `body { background: #fff } input { background: linear-gradient(90deg, #fff, #000); color: #808080 }`,
    behind: ['#fff'],
    field: ['#000', '#808080', '#fff'],
  },
  'a dark page of MUI': {
    css: `body { margin: 0; background-color: #121212; color: #fff; font-family: Roboto, sans-serif } label { color: rgba(255, 255, 255, 0.7) }
      input { background: none; color: currentColor; border: 1px solid rgba(255, 255, 255, 0.23); border-radius: 4px; padding: 16.5px 14px }`,
    behind: ['#121212'],
  },
  'a dark card of MUI': {
    css: `body { background-color: #121212; color: #fff } form { background-color: #121212; background-image: linear-gradient(rgba(255, 255, 255, 0.092), rgba(255, 255, 255, 0.092)); padding: 16px } ${CLEAR}`,
    behind: ['#272727'],
  },
  'a dark page of Ant Design': {
    css: `body { background: #000; color: rgba(255, 255, 255, 0.85) } form { background: #141414; padding: 24px }
      input { background: #141414; border: 1px solid #424242; border-radius: 6px; color: rgba(255, 255, 255, 0.85); padding: 4px 11px }`,
    behind: ['#141414'],
  },
  'a dark page of Tailwind 3': {
    css: `body { background-color: rgb(15 23 42 / var(--tw-bg-opacity, 1)); color: rgb(226 232 240) } input { background-color: rgb(255 255 255 / 0.05); color: #fff; border: 0; padding: 6px 12px }`,
    behind: ['#0f172a'],
    field: ['#1b2335'],
  },
  'a dark page of Tailwind 4': {
    css: `body { background-color: oklch(20.8% 0.042 265.755); color: oklch(92.9% 0.013 255.508) } input { background-color: color-mix(in oklab, #fff 5%, transparent); color: #fff; border: 0 }`,
    behind: ['#0f172b'],
    field: ['#1b2336'],
  },
};
