"use client";

import { useRef, useState } from "react";
import { Input } from "@/components/form/input";
import { useKeys } from "@/components/keyboard/use-keys";
import { ProgressBar } from "@/components/ui/progress-bar";
import { countOf } from "@/lib/format/count";
import { CutShortNote } from "./cut-short-note";
import type { GroupsControl } from "./groups-control";

/** Searches the messages of the full step; Enter searches, an empty field shows all groups again. */
export function MessageSearchBox({ control }: { control: Pick<GroupsControl, "choices" | "setChoices" | "found"> }) {
  const { choices, setChoices, found } = control;
  const [text, setText] = useState(choices.find);
  const [searched, setSearched] = useState(choices.find);
  const input = useRef<HTMLInputElement>(null);
  useKeys("everywhere", { "/": () => input.current?.focus() });
  // When the URL changes from outside, its search text replaces the typed one.
  if (searched !== choices.find) {
    setSearched(choices.find);
    setText(choices.find);
  }
  const ask = (find: string) => {
    if (find !== choices.find) void setChoices({ find });
  };
  return (
    <>
      <form
        className="flex flex-none items-center gap-2 pr-3 pb-2 pl-4 max-md:pl-3"
        onSubmit={(event) => {
          event.preventDefault();
          ask(text.trim());
        }}
      >
        <Input
          ref={input}
          type="search"
          aria-label="Search the messages of this step"
          placeholder="Search messages, press Enter"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value === "") ask("");
          }}
          size="small"
          className="min-w-0 flex-1"
        />
        {choices.find !== "" && found.groups !== null ? (
          <span role="status" className="flex-none text-micro text-ink-3">
            {countOf(found.count, "trajectory", "trajectories")}
          </span>
        ) : null}
      </form>
      {found.isSearching ? <ProgressBar label="Searching step" /> : null}
      {found.failure ? (
        <CutShortNote action="Retry" onAction={found.retry}>
          Search failed, showing all groups: {found.failure.message}
        </CutShortNote>
      ) : null}
      {found.cut === null ? null : (
        <CutShortNote action="Search again" onAction={found.retry}>
          Search ended early: {found.cut}. Groups may be missing.
        </CutShortNote>
      )}
    </>
  );
}
