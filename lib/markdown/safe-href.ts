/** Longer addresses are text: a browser refuses them, or its user cannot judge them. */
const MAX_LENGTH = 4000;

const SAFE = /^(?:https?:\/\/[^\s/?#]|mailto:[^\s?])[^\s\\]*$/i;

/** True for an address that a message may link to: a page of the web or a mail address, never a script or a file. */
export function isSafeHref(address: string): boolean {
  return address.length <= MAX_LENGTH && SAFE.test(address);
}
