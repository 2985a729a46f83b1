import { LitElement } from 'lit';
import type { AnswerChallenge } from './edge-client/challenge.js';
import type { OwnMessages } from './languages/en.js';
import { DEFAULTS } from './options.js';

/** An attribute that is removed restores the default. */
const text = { useDefault: true };
const milliseconds = { type: Number, useDefault: true };

type Values = Record<PropertyKey, unknown>;

/** Declares the element's options: attributes and properties. */
export abstract class OptionsElement extends LitElement {
  /** @internal */
  static override properties = {
    endpoint: text,
    htmlFor: { attribute: 'for', useDefault: true },
    placement: text,
    messageTarget: { attribute: 'message-target', useDefault: true },
    receiptTarget: { attribute: 'receipt-target', useDefault: true },
    typos: text,
    validateOn: { attribute: 'validate-on', useDefault: true },
    debounce: milliseconds,
    timeout: milliseconds,
    hold: milliseconds,
    whenUnavailable: { attribute: 'when-unavailable', useDefault: true },
    block: text,
    warn: text,
    allowDomains: { attribute: 'allow-domains', useDefault: true },
    override: { type: Boolean, useDefault: true },
    debug: { type: Boolean, useDefault: true },
    messages: { attribute: false },
    challenge: { attribute: false },
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
   * The id of an input of the page that gets the receipt in place of a hidden one, with the events of an edit: for pages that send their
   * state and not their fields.
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
  /** Answers the edge's challenge, where no listener of `email-verify-challenge` does. */
  declare challenge: AnswerChallenge | undefined;

  constructor() {
    super();
    Object.assign(this, DEFAULTS, { messages: {} });
  }

  /** Restores an option's default when a framework that has no value for it sets null. */
  override requestUpdate(name?: PropertyKey, ...change: unknown[]): void {
    const option = name ?? '';
    if (option in DEFAULTS) (this as unknown as Values)[option] ??= (DEFAULTS as Values)[option];
    super.requestUpdate(name, ...change);
  }
}
