export const Verify = (_, { slots }) => slots.default();
