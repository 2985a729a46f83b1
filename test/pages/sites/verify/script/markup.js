export const verify = (field) => field;
