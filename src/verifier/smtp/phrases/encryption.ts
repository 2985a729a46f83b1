import type { Phrases } from './words.js';

/** The server requires TLS or a login, or its own TLS failed. */
export const ENCRYPTION: Phrases = {
  English: `
    port 587, port 465, requiretls, submission, tls, tlsv1*, starttls, ssl, encrypt*, unencrypted, encryption, cipher*,
    certificate*, handshake, dane, mta sts, smtp auth, auth required, login, log in, logged in, credential*, password,
    pop before smtp, sasl, secure connection, plaintext, plain text
  `,
  'German, Dutch': `
    verschlüssel*, unverschlüssel*, verschluessel*, zertifikat*, authentifizier*, anmeldung, versleutel*, aanmeld*
  `,
  'French, Spanish, Portuguese, Italian': `
    chiffre*, chiffrement, authentification, cifrad*, criptogra*, encriptad*, autentic*, cifratura, crittograf*
  `,
  'Nordic, Polish, Czech, Slovak, Hungarian, Romanian': `
    krypter*, krypteret, kryptert, salau*, autentiser*, szyfrow*, uwierzytel*, šifrov*, ověření, titkosít*, hitelesít*,
    criptat*, autentific*
  `,
  'Turkish, Russian, Ukrainian': `
    şifrele*, kimlik doğrulama*, шифров*, аутентифик*, авториз*, шифрув*, автентифік*
  `,
  'Greek, Hebrew, Arabic': `κρυπτογράφ, ταυτοποί, הצפנה, אימות, تشفير, مصادقة`,
  'Chinese, Japanese, Korean': `加密, 认证, 認證, 身份验证, 登录, 暗号化, 認証, 암호화, 인증`,
};
