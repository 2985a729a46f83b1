import { LitElement } from 'lit';
import type { AnswerChallenge } from './edge-client/challenge.js';
import type { OwnMessages } from './languages/en.js';
import { DEFAULTS, readOptions, type FieldOptions } from './options.js';

/** The accessors are below: lit's would set each default in the constructor, which a page with many fields feels. */
const text = { noAccessor: true };
const number = { type: Number, noAccessor: true };

/** Global Privacy Control, https://www.w3.org/TR/gpc/. */
interface PrivateNavigator {
  readonly globalPrivacyControl?: boolean;
}

/** Drawn once a page view: from 0 to 100. */
const DRAWN = Math.random() * 100;

type Values = Record<PropertyKey, unknown>;

/** Declares the element's options: attributes and properties. */
export abstract class OptionsElement extends LitElement {
  /** @internal */
  static override properties = {
    endpoint: text,
    htmlFor: { attribute: 'for', noAccessor: true },
    placement: text,
    messageTarget: { attribute: 'message-target', noAccessor: true },
    receiptTarget: { attribute: 'receipt-target', noAccessor: true },
    typos: text,
    validateOn: { attribute: 'validate-on', noAccessor: true },
    privacy: text,
    outcomes: text,
    holdout: number,
    ownership: text,
    debounce: number,
    timeout: number,
    hold: number,
    whenUnavailable: { attribute: 'when-unavailable', noAccessor: true },
    block: text,
    warn: text,
    allowDomains: { attribute: 'allow-domains', noAccessor: true },
    override: { type: Boolean, noAccessor: true },
    debug: { type: Boolean, noAccessor: true },
    messages: { attribute: false, noAccessor: true },
    challenge: { attribute: false, noAccessor: true },
  };

  /**
   * The edge's URL, such as `https://verify.example/verify/`. Without it only offline checks are made.
   * @default ''
   */
  declare endpoint: string;
  /**
   * The id of an input that is not inside the element.
   * @default ''
   */
  declare htmlFor: string;
  /**
   * Where messages are shown: `line`, under the field in the page's flow; `bubble`, in the top layer beside the field.
   * @default 'line'
   */
  declare placement: 'line' | 'bubble';
  /**
   * The id of a node of the page that shows errors and warnings in place of the element, such as a framework's error line.
   * @default ''
   */
  declare messageTarget: string;
  /**
   * The id of an input of the page that gets the receipt in place of a hidden one, with the events of an edit: for
   * pages that send their state and not their fields.
   * @default ''
   */
  declare receiptTarget: string;
  /**
   * Typo handling: `fix` corrects obvious ones when the field is left, `suggest` only asks, `off` does nothing.
   * @default 'fix'
   */
  declare typos: 'fix' | 'suggest' | 'off';
  /**
   * When the address is checked: while the person types, when the field is left, or when the form is submitted.
   * @default 'input'
   */
  declare validateOn: 'input' | 'blur' | 'submit';
  /**
   * The requests before the form is sent: with `local` none to the edge, not even for a token; with `hashed-domain`
   * only questions about the domain. Until then, only the page looks at the whole address: for typos, and for text that
   * is not an address.
   * @default 'off'
   */
  declare privacy: 'off' | 'hashed-domain' | 'local';
  /**
   * Counting of what becomes of the form, without an address or an identifier, reported to the edge: `auto` counts
   * unless `privacy` is `local`, `on` counts then too, `off` does not. With Global Privacy Control nothing is counted.
   * @default 'auto'
   */
  declare outcomes: 'auto' | 'on' | 'off';
  /**
   * Per cent of page views in which the element only looks on, to compare: it counts and checks, but fixes, shows,
   * holds and blocks nothing. Only where outcomes are counted.
   * @default 0
   */
  declare holdout: number;
  /**
   * Experimental: a nonce of the site's backend, for this session. The form gets a hidden field with it, in which a
   * browser with the Email Verification Protocol proves that the address is the person's.
   * @default ''
   */
  declare ownership: string;
  /**
   * Milliseconds from the last key to the check.
   * @default 400
   */
  declare debounce: number;
  /**
   * The longest time of a check, in milliseconds.
   * @default 5000
   */
  declare timeout: number;
  /**
   * The longest time that a submission is held, in milliseconds.
   * @default 3000
   */
  declare hold: number;
  /**
   * The decision when the address could not be checked: `allow` lets the submission pass, `block` blocks it.
   * @default 'allow'
   */
  declare whenUnavailable: 'allow' | 'block';
  /**
   * Statuses, qualities and codes that block, separated by spaces.
   * @default 'invalid'
   */
  declare block: string;
  /**
   * Statuses, qualities and codes that warn, separated by spaces.
   * @default 'risky'
   */
  declare warn: string;
  /**
   * Domains whose addresses are always allowed, separated by spaces.
   * @default ''
   */
  declare allowDomains: string;
  /**
   * Lets a blocked address pass when it is submitted once more, unless the address cannot exist.
   * @default false
   */
  declare override: boolean;
  /**
   * Logs to the console what the element does and why, for the page's author. The code for this is loaded only then.
   * @default false
   */
  declare debug: boolean;
  /** The page's own messages, by name or by a code of a verdict. They take precedence over those of templates. */
  declare messages: OwnMessages;
  /** Answers the edge's challenge if no listener of `email-verify-challenge` does. */
  declare challenge: AnswerChallenge | undefined;

  #read?: FieldOptions;

  /**
   * The options with a default for each invalid value.
   * @internal
   */
  get fieldOptions(): FieldOptions {
    return (this.#read ??= readOptions(this));
  }

  /**
   * True if outcomes may be counted.
   * @internal
   */
  get isCounted(): boolean {
    const { outcomes, privacy } = this.fieldOptions;
    const isOn = outcomes === 'on' || (outcomes === 'auto' && privacy !== 'local');
    return isOn && this.endpoint !== '' && !(navigator as PrivateNavigator).globalPrivacyControl;
  }

  /**
   * True in a page view in which the element only looks on.
   * @internal
   */
  get isHeldOut(): boolean {
    return DRAWN < this.fieldOptions.holdout && this.isCounted;
  }

  static {
    for (const name of Object.keys(this.properties)) {
      const key = Symbol();
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        /** The default stands for what is not set, and for the null of a removed attribute or of a framework. */
        get(this: OptionsElement & Values): unknown {
          return (this[key] ??= name === 'messages' ? {} : (DEFAULTS as Values)[name]);
        },
        set(this: OptionsElement & Values, value: unknown) {
          const before = this[name];
          this[key] = value;
          this.requestUpdate(name, before);
        },
      });
    }
  }
}
