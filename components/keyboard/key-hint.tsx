import type { ReactNode } from "react";
import { KeyCap } from "@/components/ui/key-cap";
import { keyCaps } from "./key-caps";
import type { KeyGroupId, NamedKey } from "./key-table";

type KeyHintProps<Group extends KeyGroupId> = {
  /** The group of the key table that lists the keys. */
  at: Group;
  keys: readonly NamedKey<Group>[];
  /** The action, shorter than in the keyboard help. */
  children: ReactNode;
};

/** Keys of the key table and their action, as in the footer of a page. */
export function KeyHint<Group extends KeyGroupId>({ keys, children }: KeyHintProps<Group>) {
  return (
    <span className="inline-flex items-center gap-[5px]">
      {keyCaps(keys).map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and their order never changes
        <KeyCap key={index}>{cap}</KeyCap>
      ))}
      {children}
    </span>
  );
}
