export const REPOSITORY = 'https://github.com/email-verify-element/email-verify-element';
