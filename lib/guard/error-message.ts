/**
 * Returns the sentence to show for something that was thrown.
 *
 * @param thrown usually an `Error`; its name is used where it has no message
 */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}
