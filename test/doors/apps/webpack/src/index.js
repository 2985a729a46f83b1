import 'email-verify-element/define';
