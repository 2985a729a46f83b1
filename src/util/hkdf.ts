const utf8 = new TextEncoder();

/**
 * Derives 32 bytes from a secret by HKDF-SHA-256 (RFC 5869). With a label for each purpose, no derived secret reveals
 * another.
 */
export const hkdf = async (
  secret: Uint8Array<ArrayBuffer>,
  salt: string,
  label: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode(salt), info: utf8.encode(label) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
};
