import type { SideNode } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";

/**
 * The call whose messages show the conversation of a step: a model call itself, else the last model call below it,
 * since its inputs contain the earlier messages; else the call itself. Null for a thread without calls.
 */
export function conversationCallOf(node: SideNode): SideNode | null {
  if (node.kind === "llm" && node.call !== null) return node;
  let last: SideNode | null = null;
  const stack: SideNode[] = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next !== node && next.kind === "llm" && next.children.every(({ kind }) => kind !== "llm")) {
      last = next;
      break;
    }
    stack.push(...next.children);
  }
  return last ?? (node.call === null ? null : node);
}
