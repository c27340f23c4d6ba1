/** Describes a PostgreSQL database for messages: its address may contain a password. */
export function databasePlace(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  return `the PostgreSQL database ${name} on ${decodeURIComponent(hostname)}:${port || "5432"}`;
}

/** Returns a message without the password of an address, however the password is written. */
export function withoutPassword(message: string, url: string): string {
  const { password } = new URL(url);
  if (password === "") return message;
  return [url, password, decodeURIComponent(password)].reduce((text, secret) => text.replaceAll(secret, "…"), message);
}
