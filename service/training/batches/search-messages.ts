/**
 * Finds a text in the messages of a trajectory, including tool calls, but not in logprobs, whose tokens are pieces of
 * the same words.
 *
 * @param needle in lower case
 * @returns the index of the first message that contains it; null when none does
 */
export function messageWith(trajectory: unknown, needle: string): number | null {
  const messages = memberOf(trajectory, "messages_and_choices");
  if (!Array.isArray(messages)) return null;
  const index = messages.findIndex((message) => holds(message, needle));
  return index < 0 ? null : index;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function holds(root: unknown, needle: string): boolean {
  // Values are nested as deeply as the sender likes: no recursion.
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" && value.toLowerCase().includes(needle)) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) if (name !== "logprobs") open.push(member);
  }
  return false;
}
