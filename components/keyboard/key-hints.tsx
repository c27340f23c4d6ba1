import { KeyCap } from "@/components/ui/key-cap";
import { keyCaps } from "./key-caps";
import type { KeyGroupId, NamedKey } from "./key-table";

/** Keys and their action, as in the footer of a page. */
export interface KeyHint {
  readonly keys: readonly string[];
  /** Shorter than in the keyboard help. */
  readonly action: string;
}

/** Returns a hint on keys that a group of the key table lists. */
export function keyHint<Group extends KeyGroupId>(
  _group: Group,
  keys: readonly NamedKey<Group>[],
  action: string,
): KeyHint {
  return { keys, action };
}

/** Key caps before their actions, in a row. */
export function KeyHints({ hints }: { hints: readonly KeyHint[] }) {
  return hints.map(({ keys, action }) => (
    <span key={action} className="inline-flex items-center gap-[5px]">
      {keyCaps(keys).map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and their order never changes
        <KeyCap key={index}>{cap}</KeyCap>
      ))}
      {action}
    </span>
  ));
}
