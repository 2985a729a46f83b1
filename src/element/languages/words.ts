import { packFor, PACKS, primary } from './packs.js';
import { ENGLISH, type Messages, type OwnMessages } from './en.js';
import { within } from '../within.js';

/** How long nothing is said, since the words may still come: longer than that, and it is said in English. */
const MOMENT_MS = 500;

/** What the element says, and in which language where that is not the page's (WCAG 2.2, 3.1.2). */
export interface Words {
  messages: Messages;
  lang: string | null;
}

/** Words of one language, by its primary subtag. */
interface Spoken {
  language: string;
  messages: Partial<Messages>;
}

const IN_ENGLISH: Spoken = { language: 'en', messages: ENGLISH };

/** The nearest `lang`, out of shadow trees too; `""` when there is none. */
const languageOf = (element: Element): string => {
  const root = element.getRootNode();
  return element.closest('[lang]')?.getAttribute('lang') ?? (root instanceof ShadowRoot ? languageOf(root.host) : '');
};

/** A template's text; what a framework has made lies beside its content, not in it. */
const textOf = ({ content, textContent }: HTMLTemplateElement): string =>
  (content.textContent || textContent).trim().replace(/\s+/g, ' ');

export interface WordsHost extends HTMLElement {
  /** A framework may set null. */
  readonly messages: OwnMessages | null | undefined;
  /** The element whose `lang` counts. */
  readonly speaker: Element;
}

/** Finds the words for the place in which the element stands, and loads them when they are first read. */
export class Vocabulary {
  readonly #host: WordsHost;
  readonly #changed: () => void;
  #wanted = '';
  /** Null for the first moment. */
  #spoken: Spoken | null = null;

  /** @param changed there are other words than a moment ago. */
  constructor(host: WordsHost, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /** The words as they are now: `lang`, `messages` and the templates may change at any time. Null: wait a moment. */
  read(): Words | null {
    const tag = languageOf(this.#host.speaker);
    const wanted = packFor(tag);
    if (wanted !== this.#wanted) this.#load((this.#wanted = wanted));
    if (!this.#spoken) return null;
    const { language, messages } = this.#spoken;
    const templates = this.#host.querySelectorAll<HTMLTemplateElement>('template[data-message]');
    const own = [
      ...[...templates].map((template) => [template.dataset['message'], textOf(template)]),
      ...Object.entries(this.#host.messages ?? {}),
    ] as [string, unknown][];
    const texts = [...Object.entries(messages), ...own].filter(([, text]) => typeof text === 'string');
    return {
      messages: { ...ENGLISH, ...(Object.fromEntries(texts) as Partial<Messages>) },
      // A page's own words are in its own language.
      lang: own.length || language === primary(tag) ? null : language,
    };
  }

  #load(wanted: string): void {
    const load = PACKS[wanted];
    if (!load) {
      this.#spoken = IN_ENGLISH;
      return;
    }
    const loaded = load().then(
      ({ messages }): Spoken => ({ language: wanted, messages }),
      () => IN_ENGLISH,
    );
    void within(MOMENT_MS, loaded).then((spoken = IN_ENGLISH) => {
      if (wanted !== this.#wanted) return;
      this.#spoken ??= spoken;
      this.#changed();
    });
    // What comes too late is there for the next draw: words that a person is reading do not change.
    void loaded.then((spoken) => {
      if (wanted === this.#wanted && this.#spoken) this.#spoken = spoken;
    });
  }
}
