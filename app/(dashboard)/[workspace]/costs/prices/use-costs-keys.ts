"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { recordRequest } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-query";
import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { useKeys } from "@/components/keyboard/use-keys";
import { useToast } from "@/components/ui/toast";
import { useCopyText } from "@/components/ui/use-copy-text";
import { serviceQuery } from "@/lib/api/client/service-query";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { stepIndex } from "@/lib/table/step-index";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PriceListRow } from "./costs-columns";

type CostsKeys = {
  workspace: Workspace;
  rows: readonly PriceListRow[];
  shown: PriceRecord | undefined;
  onSelect: (id: string | null) => void;
  onHistory: () => void;
  onSearch: () => void;
};

/** The keys of the page, as shown in its footer. Copying returns the record as the service stores it. */
export function useCostsKeys({ workspace, rows, shown, onSelect, onHistory, onSearch }: CostsKeys) {
  const queries = useQueryClient();
  const toast = useToast();
  const copy = useCopyText();
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ record }) => record.id === shown?.id);
    const next = rows[stepIndex(at, by, rows.length)];
    if (next) onSelect(next.record.id);
  };
  const textOf = (record: PriceRecord): string => {
    const { queryKey } = serviceQuery(
      workspace.connectionId,
      "cost.query",
      recordRequest(workspace.projectId, record.id),
    );
    const [storedRecord] = queries.getQueryData(queryKey)?.results ?? [];
    return stringifyJson(storedRecord ?? record);
  };
  useKeys("costs", {
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    h: onHistory,
  });
  useKeys("everywhere", { "/": onSearch, Escape: () => onSelect(null) });
  // The outside system is the clipboard: text that the user selected on the page takes precedence over the row.
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const isText = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      if (shown === undefined || isText || String(window.getSelection()) !== "") return;
      event.clipboardData?.setData("text/plain", textOf(shown));
      event.preventDefault();
      toast("Row copied");
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  });
  return {
    copy: () => {
      if (shown === undefined) return;
      copy(textOf(shown), "Row copied");
    },
  };
}
