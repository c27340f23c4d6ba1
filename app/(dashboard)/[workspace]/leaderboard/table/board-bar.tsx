"use client";

import { Search } from "lucide-react";
import { useRef } from "react";
import { RunMissing } from "@/app/(dashboard)/[workspace]/leaderboard/table/run-missing";
import type { MissingCells } from "@/app/(dashboard)/[workspace]/leaderboard/table/use-missing-cells";
import { Input } from "@/components/form/input";
import { useKeys } from "@/components/keyboard/use-keys";

type BoardBarProps = Pick<MissingCells, "evaluations"> & {
  search: string;
  onSearch: (text: string) => void;
};

/** The search among models, and the press that runs what is missing. */
export function BoardBar({ search, onSearch, evaluations }: BoardBarProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  useKeys("everywhere", {
    "/": (event) => {
      event.preventDefault();
      searchBox.current?.focus();
    },
  });
  return (
    <div className="flex flex-none items-center gap-3 px-4 pb-2 max-md:px-3">
      <Input
        ref={searchBox}
        type="search"
        size="small"
        className="w-56 flex-none max-md:w-auto max-md:flex-1"
        aria-label="Search models"
        placeholder="Model or checkpoint"
        leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <span className="ml-auto flex-none">
        <RunMissing evaluations={evaluations} />
      </span>
    </div>
  );
}
