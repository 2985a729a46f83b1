/** A sign-up page of a site that uses React 18 or 19: the same for the server and the browser. */
import { StrictMode, useState, version } from 'react';
import { EmailVerify, useEmailVerify } from 'email-verify-element/react';

/** React 18 has no form actions. */
const sending = (seen) => {
  const send = (data) => seen.sent.push(Object.fromEntries(data));
  if (!version.startsWith('18')) return { action: send };
  return {
    onSubmit: (event) => {
      event.preventDefault();
      send(new FormData(event.target, event.nativeEvent.submitter));
    },
  };
};

const Form = ({ seen, options }) => {
  const [email, setEmail] = useState('');
  return (
    <form {...sending(seen)}>
      <EmailVerify
        className="field"
        lang="de"
        style={{ '--email-verify-accent': 'rebeccapurple' }}
        data-testid="field"
        hidden={false}
        htmlFor={null}
        block={undefined}
        warn={null}
        messageTarget={undefined}
        override={false}
        validateOn="blur"
        whenUnavailable="block"
        debounce={100}
        onCheck={undefined}
        onClick={() => seen.clicks++}
        onVerdict={({ verdict }) => seen.verdicts.push(verdict.status)}
        ref={(element) => seen.refs.push(element?.localName ?? null)}
        {...options}
      >
        <label>
          Email <input type="email" name="email" value={email} onChange={({ target }) => setEmail(target.value)} />
        </label>
      </EmailVerify>
      <output>{email}</output>
      <button name="plan" value="free">
        Free
      </button>
      <button name="plan" value="paid">
        Paid
      </button>
    </form>
  );
};

/** A form with an interface of its own. `inline`: its ref is another function at every rendering. */
const OwnForm = ({ inline }) => {
  const [email, setEmail] = useState('');
  const { ref, status, verdict, decision, suggestion, check, receipt } = useEmailVerify();
  if (globalThis.document) globalThis.own = { check, receipt };
  return (
    <form onReset={() => setEmail('')}>
      <EmailVerify ref={inline ? (element) => ref(element) : ref}>
        <input
          type="email"
          name="email"
          className={status}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </EmailVerify>
      <output id="own">{JSON.stringify({ status, email: verdict?.email ?? null, decision, suggestion })}</output>
      <button type="reset">Reset</button>
      <button type="button" id="clear" onClick={() => setEmail('')}>
        Clear
      </button>
    </form>
  );
};

export const newSeen = () => ({ verdicts: [], errors: [], sent: [], refs: [], clicks: 0 });

export const Page = (props) => (
  <StrictMode>
    <Form {...props} />
  </StrictMode>
);

export const OwnPage = (props) => (
  <StrictMode>
    <OwnForm {...props} />
  </StrictMode>
);
