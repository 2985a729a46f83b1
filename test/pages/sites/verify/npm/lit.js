import 'email-verify-element/define';
import { html } from 'lit';

export const verify = (field) =>
  html`<email-verify endpoint=${window.site.endpoint} hold=${window.site.hold}>${field}</email-verify>`;
