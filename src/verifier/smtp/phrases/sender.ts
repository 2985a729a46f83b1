import type { Phrases } from './words.js';

/** The reply is about the sender, that is us, and says nothing about the recipient. */
export const ABOUT_SENDER: Phrases = {
  English: `
    rejected domain not found, client unknown, unknown client, unknown server, server unknown, bounce, greeting, srs,
    empty address, null path, your mail client, from unknown hosts, local host, domain does not exist,
    domain doesn’t exist, domain is not reachable, domain must exist, host unknown, unknown host, no such domain,
    name or service not known, invalid domain, bad domain, dead domain, unknown domain, domain unknown,
    domain may not exist, domain mentioned, domain … does not exist, sender*, return path, returnpath, reverse path,
    mail from, mailfrom, from address, from domain, from header, envelope from, originator*, originating, helo, ehlo,
    callout*, callback*, batv, your address, your email, your e mail, your domain, your hostname, null reverse,
    null address, empty envelope, from line, from field, bogus from, forged, forgery, spoof*, impersonat*,
    your account, verification failed for, bounces, bounce messages, backscatter
  `,
  German: `absender*, versender*, sendeadresse, ihre adresse, ihre domain, ihre mail`,
  French: `expéditeur*, expéditrice*, émetteur*, votre adresse, votre domaine`,
  Spanish: `remitente*, emisor, su dirección, su dominio`,
  Portuguese: `remetente*, seu endereço, seu domínio`,
  Italian: `mittent*, vostro indirizzo, suo indirizzo`,
  Dutch: `afzender*, verzender*, uw adres, uw domein`,
  'Swedish, Danish, Norwegian, Finnish': `avsändar*, afsender*, avsender*, lähettäj*, lähettävä*`,
  'Polish, Czech, Slovak': `nadawc*, odesílatel*, odosielateľ*, odosielatel*`,
  'Hungarian, Romanian': `feladó*, küldő*, expeditor*`,
  'Croatian, Slovenian, Serbian, Bulgarian': `pošiljatelj*, pošiljalac*, пошиљал*, подател*, изпращач*`,
  'Estonian, Latvian, Lithuanian': `saatja*, sūtītāj*, siuntėj*`,
  Turkish: `gönderen*, gönderici*`,
  'Russian, Ukrainian': `отправител*, відправник*, адресант*, вашего адреса, ваш адрес`,
  'Greek, Hebrew, Arabic, Persian': `αποστολέα, αποστολεί, שולח, مرسل, فرستنده`,
  Chinese: `发件, 發件, 寄件, 寄信人, 发信, 發信, 发送者, 發送者, 发送方, 您的地址`,
  Japanese: `送信元, 差出人, 送信者, 発信者, 送信ドメイン, 差し出し人`,
  Korean: `보낸, 보내는, 발신, 송신`,
  'Vietnamese, Thai, Indonesian, Hindi': `người gửi, ผู้ส่ง, pengirim*, प्रेषक`,
};
