import type { Phrases } from './words.js';

/** The mailbox was closed. 'Suspended' and 'locked' are missing, since the owner may open it again. */
export const DISABLED: Phrases = {
  English: `
    account disabled, account is disabled, account has been disabled, account … disabled or discontinued,
    account deactivated, account has been deactivated, account closed, account has been closed, account is closed,
    account inactive, account is inactive, account is not active, account not active, account terminated,
    account has been terminated, account discontinued, account expired, account has expired, expired account,
    inactive account, account not activated, closed due to inactivity, account … due to inactivity, mailbox disabled,
    mailbox is disabled, mailbox has been disabled, mailbox deactivated, mailbox was disabled, deactivated mailbox,
    disabled mailbox, mailbox is inactive, mailbox inactive, inactive mailbox, mailbox closed, mailbox has been closed,
    mailbox … due to inactivity, blocked due to inactivity, blocked for inactivity, blocked because of inactivity,
    disabled due to inactivity, disabled recipient address, user disabled, user is disabled, user has been disabled,
    user deactivated, user is inactive, user inactive, inactive user, disabled user, user is not active,
    user not activated, invalid inactive user, archived recipient, that you tried to reach is disabled,
    that you tried to reach is inactive, address no longer accepts mail, mailbox no longer accepts mail,
    user no longer accepts mail, inactive email address, address is disabled, address disabled, mailbox … not active,
    not found or inactive, not found or inactivated, user is terminated, extended inactivity,
    mailbox … no longer active, address is no longer active, account … no longer active, disabled or does not exist
  `,
  German: `
    postfach deaktiviert, postfach ist deaktiviert, konto deaktiviert, mailbox deaktiviert, postfach geschlossen
  `,
  French: `
    boite du destinataire archivée, boite aux lettres désactivée, compte désactivé, compte fermé, compte inactif,
    boite inactive, bloquée pour inactivité, bloqué pour inactivité, boite aux lettres fermée
  `,
  'Spanish, Portuguese, Italian': `
    cuenta desactivada, cuenta deshabilitada, buzón desactivado, usuario inactivo, expirado por falta de uso,
    conta desativada, caixa postal desativada, usuário inativo, casella disattivata, mailbox disattivata,
    account disattivato, bloccato per inutilizzo, casella disabilitata, utente disabilitato
  `,
  'Dutch, Swedish, Danish': `mailbox gedeactiveerd, account gedeactiveerd, kontot är avslutat, kontoen er lukket`,
  'Polish, Czech, Russian, Turkish': `
    konto nieaktywne, konto wyłączone, účet zrušen, schránka zrušena, ящик отключен, ящик удален, аккаунт удален,
    учетная запись отключена, hesap kapatıldı
  `,
  'Chinese, Japanese, Korean': `帐号已停用, 账号已注销, 邮箱已停用, 用户已停用, 帳號已停用, アカウントは無効, 휴면 계정`,
};
