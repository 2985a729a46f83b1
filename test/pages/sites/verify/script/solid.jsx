export const Verify = (props) => <>{props.children}</>;
