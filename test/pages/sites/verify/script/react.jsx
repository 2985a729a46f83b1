/** The page has the script tag: nothing stands around the field. */
export const Verify = ({ children }) => children;
