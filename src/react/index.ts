// The build adds 'use client': rollup would drop the directive here.
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type HTMLAttributes,
} from 'react';
import '../element/define.js';
import type { EmailVerifyElement } from '../element/index.js';

export type { EmailVerifyState } from '../element/watch-state.js';
export { useEmailVerify, type EmailVerifyControl } from './use-email-verify.js';

/**
 * Attributes whose name differs from the prop's. Options are set as attributes, which server-rendered HTML can have.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  messageTarget: 'message-target',
  receiptTarget: 'receipt-target',
  validateOn: 'validate-on',
  whenUnavailable: 'when-unavailable',
  allowDomains: 'allow-domains',
};

const EVENTS = {
  onCheck: 'email-verify-check',
  onVerdict: 'email-verify-verdict',
  onSuggestion: 'email-verify-suggestion',
  onFix: 'email-verify-fix',
  onHold: 'email-verify-hold',
  onError: 'email-verify-error',
  onChallenge: 'email-verify-challenge',
} as const;

/** The element's options as props; undefined means the default. */
type Options = {
  [
    Name in
      | 'htmlFor'
      | 'endpoint'
      | 'placement'
      | 'messageTarget'
      | 'receiptTarget'
      | 'typos'
      | 'validateOn'
      | 'privacy'
      | 'outcomes'
      | 'holdout'
      | 'ownership'
      | 'debounce'
      | 'timeout'
      | 'hold'
      | 'whenUnavailable'
      | 'block'
      | 'warn'
      | 'allowDomains'
      | 'override'
      | 'debug'
      | 'messages'
      | 'challenge'
  ]?: EmailVerifyElement[Name] | undefined;
};

type Events = {
  [Name in keyof typeof EVENTS]?: ((event: HTMLElementEventMap[(typeof EVENTS)[Name]]) => void) | undefined;
};

/** The element's options and events, and the props that React gives any HTML element. */
export interface EmailVerifyProps
  extends Options, Events, Omit<HTMLAttributes<EmailVerifyElement>, 'style' | keyof Options | keyof Events> {
  /** Also takes custom properties, such as `--email-verify-accent`. */
  style?: (CSSProperties & Record<`--${string}`, string>) | undefined;
}

/**
 * `<email-verify>` for React 18 and 19.
 * @example
 * <EmailVerify endpoint="https://verify.example/verify/" onVerdict={(event) => console.log(event.verdict.status)}>
 *   <label>Email <input type="email" name="email" autoComplete="email" /></label>
 * </EmailVerify>
 */
export const EmailVerify = forwardRef<EmailVerifyElement, EmailVerifyProps>(function EmailVerify(props, ref) {
  const { messages, challenge, ...rest } = props;
  const own = useRef<EmailVerifyElement>(null);
  const latest = useRef(props);
  useImperativeHandle<EmailVerifyElement | null, EmailVerifyElement | null>(ref, () => own.current, []);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = own.current;
    if (!element || !messages) return;
    element.messages = messages;
    return () => {
      element.messages = {};
    };
  }, [messages]);
  useEffect(() => {
    if (own.current) own.current.challenge = challenge ?? undefined;
  }, [challenge]);
  // React attaches no listeners for custom events while it hydrates.
  useEffect(() => {
    const listening = new AbortController();
    for (const name of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const call = (event: Event): void => {
        (latest.current[name] as ((event: Event) => void) | undefined)?.(event);
      };
      own.current?.addEventListener(EVENTS[name], call, { signal: listening.signal });
    }
    return () => {
      listening.abort();
    };
  }, []);
  const attributes: Record<string, unknown> = { ref: own };
  for (const [name, value] of Object.entries(rest))
    // React 19 would set null as a property, React 18 would set false as the attribute "false".
    if (!(name in EVENTS) && value !== null && value !== false) attributes[ATTRIBUTES[name] ?? name] = value;
  return createElement('email-verify', attributes);
});
