import 'email-verify-element/define';

export const Verify = (props) => (
  <email-verify attr:endpoint={window.site.endpoint} attr:hold={window.site.hold}>
    {props.children}
  </email-verify>
);
