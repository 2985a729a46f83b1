import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type ReactNode,
} from 'react';
import '../element/define.js';
import type {
  EmailVerifyChallengeEvent,
  EmailVerifyCheckEvent,
  EmailVerifyElement,
  EmailVerifyErrorEvent,
  EmailVerifyFixEvent,
  EmailVerifyHoldEvent,
  EmailVerifySuggestionEvent,
  EmailVerifyVerdictEvent,
} from '../element/index.js';

/** The props that are attributes of the element: those are in the server's HTML too, which properties are not. */
const ATTRIBUTES = {
  id: 'id',
  className: 'class',
  lang: 'lang',
  dir: 'dir',
  htmlFor: 'for',
  endpoint: 'endpoint',
  typos: 'typos',
  validateOn: 'validate-on',
  debounce: 'debounce',
  timeout: 'timeout',
  hold: 'hold',
  onUnavailable: 'on-unavailable',
  block: 'block',
  warn: 'warn',
  allowDomains: 'allow-domains',
  override: 'override',
} as const;

const EVENTS = {
  onCheck: 'email-verify-check',
  onVerdict: 'email-verify-verdict',
  onSuggestion: 'email-verify-suggestion',
  onFix: 'email-verify-fix',
  onHold: 'email-verify-hold',
  onError: 'email-verify-error',
  onChallenge: 'email-verify-challenge',
} as const;

/** The element's options and events as props. */
export interface EmailVerifyProps extends Partial<
  Pick<EmailVerifyElement, keyof typeof ATTRIBUTES | 'messages' | 'challenge'>
> {
  /** Its custom properties too: `--email-verify-accent` and the others. */
  style?: CSSProperties & Record<`--${string}`, string>;
  onCheck?: (event: EmailVerifyCheckEvent) => void;
  onVerdict?: (event: EmailVerifyVerdictEvent) => void;
  onSuggestion?: (event: EmailVerifySuggestionEvent) => void;
  onFix?: (event: EmailVerifyFixEvent) => void;
  onHold?: (event: EmailVerifyHoldEvent) => void;
  onError?: (event: EmailVerifyErrorEvent) => void;
  onChallenge?: (event: EmailVerifyChallengeEvent) => void;
  /** The label and the input. */
  children?: ReactNode;
}

/**
 * `<email-verify>` for React 18 and 19.
 * @example
 * <EmailVerify endpoint="https://verify.example/verify/" onVerdict={(event) => console.log(event.verdict.status)}>
 *   <label>Email <input type="email" name="email" autoComplete="email" /></label>
 * </EmailVerify>
 */
export const EmailVerify = forwardRef<EmailVerifyElement, EmailVerifyProps>(function EmailVerify(props, ref) {
  const own = useRef<EmailVerifyElement>(null);
  const latest = useRef(props);
  useImperativeHandle<EmailVerifyElement | null, EmailVerifyElement | null>(ref, () => own.current);
  useEffect(() => {
    latest.current = props;
    if (!own.current) return;
    if (props.messages) own.current.messages = props.messages;
    own.current.challenge = props.challenge;
  });
  // React attaches no listeners to custom elements while it hydrates: they are attached here.
  useEffect(() => {
    const listening = new AbortController();
    for (const name of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const tell = (event: Event): void => {
        (latest.current[name] as ((event: Event) => void) | undefined)?.(event);
      };
      own.current?.addEventListener(EVENTS[name], tell, { signal: listening.signal });
    }
    return () => {
      listening.abort();
    };
  }, []);
  const attributes: Record<string, unknown> = { ref: own, style: props.style };
  for (const name of Object.keys(ATTRIBUTES) as (keyof typeof ATTRIBUTES)[])
    // React 18 makes an attribute of `false` too, which would count as set.
    attributes[ATTRIBUTES[name]] = props[name] === false ? undefined : props[name];
  return createElement('email-verify', attributes, props.children);
});
