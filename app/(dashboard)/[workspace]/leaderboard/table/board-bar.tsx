"use client";

import { Search } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { RunMissing } from "@/app/(dashboard)/[workspace]/leaderboard/table/run-missing";
import type { MissingCells } from "@/app/(dashboard)/[workspace]/leaderboard/table/use-missing-cells";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Switch } from "@/components/form/switch";
import { useKeys } from "@/components/keyboard/use-keys";
import { type ModelKind, modelKinds } from "@/lib/evaluation/runs/leaderboard";

type BoardBarProps = Pick<MissingCells, "evaluations"> & {
  search: string;
  onSearch: (text: string) => void;
  kind: ModelKind;
  /** How many models are of each kind. */
  counts: Readonly<Record<ModelKind, number>>;
  onKind: (kind: ModelKind) => void;
  /** Null where no model has several checkpoints. */
  isFolded: boolean | null;
  onFold: (isFolded: boolean) => void;
  children: ReactNode;
};

const KIND_LABELS: Readonly<Record<ModelKind, string>> = {
  all: "All",
  models: "Models",
  checkpoints: "Checkpoints",
};

/** The search among models and their kinds, and the press that runs what is missing. */
export function BoardBar(props: BoardBarProps) {
  const { search, onSearch, kind, counts, onKind, isFolded, onFold, evaluations, children } = props;
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
      {counts.models > 0 && counts.checkpoints > 0 ? (
        <Segmented
          label="Kind of model"
          size="small"
          value={kind}
          onChange={onKind}
          segments={modelKinds.map((value) => ({
            value,
            label: (
              <>
                {KIND_LABELS[value]} <span className="text-ink-3">{counts[value]}</span>
              </>
            ),
          }))}
        />
      ) : null}
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
