"use client";

import { Columns2 } from "lucide-react";
import { useRunSlices } from "@/components/evaluation/rows/use-run-slices";
import { Button } from "@/components/ui/button";
import type { Workspace } from "@/lib/workspace/workspace";
import { LINEAGE_SLICES, type NamedSlices, NO_SLICES } from "./slices-choice";

type TwoSlicesButtonProps = {
  workspace: Workspace;
  /** The run whose rows are offered. */
  runId: string;
  scoreId: string;
  /** True where models were trained on some of the rows. */
  isMixed: boolean;
  isOpen: boolean;
  onChoice: (named: NamedSlices) => void;
};

/** Puts two slices of the rows side by side, and takes them away; absent where nothing divides the rows. */
export function TwoSlicesButton({ workspace, runId, scoreId, isMixed, isOpen, onChoice }: TwoSlicesButtonProps) {
  const [query] = useRunSlices(workspace, { runIds: [runId], sameRowsAs: [], scoreId, path: null, part: "all" });
  const by = query?.data?.path ?? null;
  if (by === null && !isMixed && !isOpen) return null;
  const first = isMixed ? LINEAGE_SLICES : { by, left: null, right: null };
  return (
    <Button
      size="small"
      aria-pressed={isOpen}
      onClick={() => onChoice(isOpen ? NO_SLICES : first)}
      icon={<Columns2 size={13} strokeWidth={1.7} aria-hidden="true" />}
    >
      Two slices
    </Button>
  );
}
