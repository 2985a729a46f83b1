/** @jsxImportSource preact */
import 'email-verify-element/define';

export const Verify = ({ children }) => (
  <email-verify endpoint={window.site.endpoint} hold={window.site.hold}>
    {children}
  </email-verify>
);
