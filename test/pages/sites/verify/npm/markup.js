import 'email-verify-element/define';

export const verify = (field) =>
  `<email-verify endpoint="${window.site.endpoint}" hold="${window.site.hold}">${field}</email-verify>`;
