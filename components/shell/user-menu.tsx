"use client";

import { useQuery } from "@tanstack/react-query";
import { Menu } from "@/components/ui/menu";
import { choicesLoadedLater } from "@/components/ui/menu-choices";
import { appQuery } from "@/lib/api/client/app-client";

const UserActions = choicesLoadedLater(async () => (await import("./user-actions")).UserActions);

/** Up to two initials: `Ines Okafor` is `IO`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
}

/** The signed-in user, with a menu to sign out. */
export function UserMenu() {
  const { data } = useQuery(appQuery("session.current", {}));
  const person = data?.person;
  if (!person) return null;
  return (
    <Menu
      label="Account"
      side="top"
      className="min-w-52"
      onReach={UserActions.preload}
      trigger={
        <button
          type="button"
          aria-label={`Account of ${person.name}`}
          className="flex h-7 items-center gap-2.5 rounded-chip px-2 text-ink-2 hover:bg-hover hover:text-ink rail:h-8 rail:justify-center rail:px-0"
        >
          <span
            aria-hidden="true"
            className="-mx-px size-[18px] flex-none rounded-full bg-vat-2 text-center text-[9px] leading-[18px] font-semibold text-vat-7"
          >
            {initials(person.name)}
          </span>
          <span className="truncate rail:hidden">{person.name}</span>
        </button>
      }
    >
      <UserActions person={person} />
    </Menu>
  );
}
