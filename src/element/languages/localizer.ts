import { within } from '../wait-at-most.js';
import { ENGLISH, type Messages, type OwnMessages } from './en.js';
import { packFor, PACKS, primary } from './packs.js';

/**
 * Time limit for the first pack, in ms: nothing is shown while it loads. After that, messages are in English until the
 * next rendering with the pack.
 */
const PACK_TIMEOUT_MS = 500;

/** The messages, and their language if it differs from the page's (WCAG 2.2, 3.1.2). */
export interface LocalMessages {
  messages: Messages;
  lang: string | null;
}

/** The messages of one language, by its primary subtag. */
interface Pack {
  language: string;
  messages: Partial<Messages>;
}

const ENGLISH_PACK: Pack = { language: 'en', messages: ENGLISH };

/** The nearest `lang`, across shadow trees; `""` if there is none. */
const languageOf = (element: Element): string => {
  const root = element.getRootNode();
  return element.closest('[lang]')?.getAttribute('lang') ?? (root instanceof ShadowRoot ? languageOf(root.host) : '');
};

/** A template's text. Frameworks insert children into the template, not into its content. */
const textOf = ({ content, textContent }: HTMLTemplateElement): string =>
  (content.textContent || textContent).trim().replace(/\s+/g, ' ');

export interface LocalizerHost extends HTMLElement {
  /** May be null, set by a framework. */
  readonly messages: OwnMessages | null | undefined;
  /** The element whose `lang` counts. */
  readonly langSource: Element;
}

/** Finds the messages for the host's language, and loads its pack at the first read. */
export class Localizer {
  readonly #host: LocalizerHost;
  readonly #changed: () => void;
  #wanted = '';
  /** Null while the first pack is loading. */
  #pack: Pack | null = null;

  /** @param changed called when a pack has been loaded in time. */
  constructor(host: LocalizerHost, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /**
   * Reads the current messages: `lang`, `messages` and the templates may change at any time. Null while the pack is
   * loading.
   */
  read(): LocalMessages | null {
    const tag = languageOf(this.#host.langSource);
    const wanted = packFor(tag);
    if (wanted !== this.#wanted) this.#load((this.#wanted = wanted));
    if (!this.#pack) return null;
    const { language, messages } = this.#pack;
    const templates = this.#host.querySelectorAll<HTMLTemplateElement>('template[data-message]');
    const own = [
      ...[...templates].map((template) => [template.dataset['message'], textOf(template)]),
      ...Object.entries(this.#host.messages ?? {}),
    ] as [string, unknown][];
    const texts = [...Object.entries(messages), ...own].filter(([, text]) => typeof text === 'string');
    return {
      messages: { ...ENGLISH, ...(Object.fromEntries(texts) as Partial<Messages>) },
      // A page's own messages are in the page's language.
      lang: own.length || language === primary(tag) ? null : language,
    };
  }

  #load(wanted: string): void {
    const load = PACKS[wanted];
    if (!load) {
      this.#pack = ENGLISH_PACK;
      return;
    }
    const loaded = load().then(
      ({ messages }): Pack => ({ language: wanted, messages }),
      () => ENGLISH_PACK,
    );
    void within(PACK_TIMEOUT_MS, loaded).then((pack = ENGLISH_PACK) => {
      if (wanted !== this.#wanted) return;
      this.#pack ??= pack;
      this.#changed();
    });
    // A late pack is used from the next rendering on, since a message that a person is reading must not change.
    void loaded.then((pack) => {
      if (wanted === this.#wanted && this.#pack) this.#pack = pack;
    });
  }
}
