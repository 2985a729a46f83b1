import { EmailVerify } from 'email-verify-element/react';

export const Verify = ({ children }) => (
  <EmailVerify endpoint={globalThis.site.endpoint} hold={globalThis.site.hold}>
    {children}
  </EmailVerify>
);
