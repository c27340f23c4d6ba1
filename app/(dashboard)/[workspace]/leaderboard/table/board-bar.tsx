"use client";

import { Search } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { RunMissing } from "@/app/(dashboard)/[workspace]/leaderboard/table/run-missing";
import type { MissingCells } from "@/app/(dashboard)/[workspace]/leaderboard/table/use-missing-cells";
import { Input } from "@/components/form/input";
import { Switch } from "@/components/form/switch";
import { useKeys } from "@/components/keyboard/use-keys";

type BoardBarProps = Pick<MissingCells, "evaluations"> & {
  search: string;
  onSearch: (text: string) => void;
  /** Null where no model has several checkpoints. */
  isFolded: boolean | null;
  onFold: (isFolded: boolean) => void;
  children: ReactNode;
};

/** The search among models, and the press that runs what is missing. */
export function BoardBar({ search, onSearch, isFolded, onFold, evaluations, children }: BoardBarProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  useKeys("everywhere", {
    "/": (event) => {
      event.preventDefault();
      searchBox.current?.focus();
    },
  });
  return (
    <div className="flex flex-none flex-wrap items-center gap-3 px-4 pb-2 max-md:px-3">
      <Input
        ref={searchBox}
        type="search"
        size="small"
        className="w-56 flex-none max-md:w-auto max-md:min-w-40 max-md:flex-1"
        aria-label="Search models"
        placeholder="Model or checkpoint"
        leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      {isFolded === null ? null : (
        <span className="text-small">
          <Switch label="Best checkpoint of each model" isOn={isFolded} onChange={onFold} />
        </span>
      )}
      <span className="ml-auto flex flex-none gap-1.5">
        {children}
        <RunMissing evaluations={evaluations} />
      </span>
    </div>
  );
}
