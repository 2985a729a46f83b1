import { EmailVerify } from 'email-verify-element/vue';
import { h } from 'vue';

export const Verify = (_, { slots }) => h(EmailVerify, globalThis.site, slots);
