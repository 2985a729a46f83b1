import type { Messages } from './en.js';

/** Korean, in the polite 해요·합쇼 form. A noun follows what is filled in, so that its particle is known. */
export const messages: Messages = {
  checking: '주소를 확인하고 있습니다…',
  valid: '메일을 받을 수 있는 주소입니다.',
  suggestion: '혹시 {suggestion} 주소인가요?',
  accept: '이 주소 사용',
  keep: '그대로 두기',
  fixed: '{from} 주소를 {to} 주소로 바꿨습니다.',
  undo: '되돌리기',
  invalid: '메일을 받을 수 없는 주소입니다. 다시 확인해 주세요.',
  risky: '이 주소로 보낸 메일이 도착하지 않을 수 있습니다. 다시 확인해 주세요.',
  unknown: '주소를 확인하지 못했습니다. 다시 시도해 주세요.',
  other: '다른 주소를 사용해 주세요.',
  syntax_error: 'name@example.com 형식으로 입력해 주세요.',
  domain_not_found: '{domain} 도메인이 존재하지 않습니다. @ 뒷부분을 확인해 주세요.',
  no_mail_server: '{domain} 도메인은 메일을 받지 않습니다. @ 뒷부분을 확인해 주세요.',
  null_mx: '{domain} 도메인은 메일을 받지 않습니다. @ 뒷부분을 확인해 주세요.',
  reserved_domain: '{domain} 도메인은 예시와 테스트용입니다. 본인의 주소를 입력해 주세요.',
  mailbox_not_found: '{email} 메일함이 존재하지 않습니다. @ 앞부분을 확인해 주세요.',
  mailbox_full: '{email} 메일함이 가득 찼습니다.',
  mailbox_disabled: '{email} 메일함은 더 이상 메일을 받지 않습니다.',
  disposable: '일회용 주소입니다. 계속 사용하는 주소를 입력해 주세요.',
  override: '그래도 사용하려면 버튼을 다시 눌러 주세요.',
};
