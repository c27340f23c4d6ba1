const SECRET_BYTES = 24;

/** Returns a new secret as Standard Webhooks writes it: `whsec_` and 24 random bytes in base64. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
