export const Verify = ({ children }) => children;
