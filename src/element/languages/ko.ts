import type { Messages } from './en.js';

/** Korean, in the polite 해요 form. A noun follows a placeholder where its particle would depend on the sound before it. */
export const messages: Messages = {
  checking: '확인 중…',
  valid: '올바른 주소로 보여요.',
  suggestion: '혹시 {suggestion}인가요?',
  accept: '이 주소로 바꾸기',
  keep: '그대로 두기',
  fixed: '오타 수정: {from} → {to}',
  undo: '되돌리기',
  invalid: '메일을 받을 수 없는 주소예요. 오타가 없는지 확인해 주세요.',
  risky: '이 주소로 보낸 메일은 반송될 수 있어요.',
  unknown: '주소를 확인하지 못했어요. 다시 시도해 주세요.',
  other: '다른 주소를 사용해 주세요.',
  syntax_error: 'name@example.com 형식으로 입력해 주세요.',
  domain_not_found: '{domain} 도메인을 찾을 수 없어요. @ 뒷부분을 확인해 주세요.',
  no_mail_server: '{domain} 도메인은 메일을 받지 않아요. @ 뒷부분을 확인해 주세요.',
  null_mx: '{domain} 도메인은 메일을 받지 않아요. @ 뒷부분을 확인해 주세요.',
  reserved_domain: '{domain} 도메인은 예시용이에요. 본인 주소를 입력해 주세요.',
  mailbox_not_found: '{email} 주소를 찾을 수 없어요. @ 앞부분을 확인해 주세요.',
  mailbox_full: '{email} 메일함이 가득 찼어요.',
  mailbox_disabled: '{email} 주소는 더 이상 메일을 받지 않아요.',
  disposable: '일회용 주소 같아요. 자주 확인하는 주소를 입력해 주세요.',
  override: '그래도 사용하려면 다시 제출해 주세요.',
};
