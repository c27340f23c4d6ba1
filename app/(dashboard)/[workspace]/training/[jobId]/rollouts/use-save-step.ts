"use client";

import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";

/** Saves all trajectories of a step. What writes files loads with the first one. */
export function useSaveStep(connectionId: string, batch: Batch | null) {
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const toast = useToast();
  const save = async (): Promise<void> => {
    if (batch === null) return;
    const start = () => {
      setIsSaving(true);
      setProblem(null);
    };
    try {
      const { saveStep } = await import("./save-step");
      const lines = await saveStep(connectionId, batch, start);
      if (lines !== null) toast(`${countOf(lines, "trajectory", "trajectories")} saved`);
    } catch (error) {
      setProblem(`Could not save the step: ${failureOf(error).message}`);
    } finally {
      setIsSaving(false);
    }
  };
  return { save, isSaving, problem };
}
