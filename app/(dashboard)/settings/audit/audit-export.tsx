"use client";

import { RowsExportMenu } from "@/components/table/rows-export-menu";
import { useToast } from "@/components/ui/toast";
import { type AuditFilter, auditQueryOf } from "./prepare-audit";
import { saveAudit } from "./save-audit";

/** Saves all entries of a filter, and says when those of API keys are missing. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const toast = useToast();
  const save = async (format: "csv" | "jsonl") => {
    const nowMs = Date.now();
    const saved = await saveAudit(auditQueryOf(filter, nowMs), format, nowMs);
    if (saved?.lacksKeys) toast("The newest actions of API keys are missing: the service does not respond", "warning");
    return saved?.count ?? null;
  };
  return <RowsExportMenu thing="entry" things="entries" onSave={save} />;
}
