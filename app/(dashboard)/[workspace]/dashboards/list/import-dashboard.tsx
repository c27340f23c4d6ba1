"use client";

import { Upload } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import type { Workspace } from "@/lib/workspace/workspace";
import { useNewDashboard } from "./use-new-dashboard";

/** Creates a dashboard from a file. A file that is none says why, at its place. */
export function ImportDashboard({ workspace }: { workspace: Workspace }) {
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const { create, isBusy } = useNewDashboard(workspace);
  const read = async (file: File) => {
    const { readDashboardText } = await import("@/lib/dashboard/dashboard-file");
    const { content, problems } = readDashboardText(await file.text());
    if (content) create(content);
    else toast(`${file.name} is not a dashboard. ${problems.join("; ")}`, "warning");
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="File of a dashboard"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void read(file);
        }}
      />
      <Button
        size="small"
        isBusy={isBusy}
        icon={<Upload size={13} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
    </>
  );
}
