"use client";

import { Code } from "lucide-react";
import { useState } from "react";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Segmented } from "@/components/form/segmented";
import { useBaseUrl } from "@/components/session/use-base-url";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { curlCommand, pythonProgram } from "@/lib/export/request-program";
import type { Workspace } from "@/lib/workspace/workspace";

type AsCodeProps = {
  workspace: Workspace;
  /** Null while a part is missing. */
  settings: EvaluationSettingsInput | null;
};

/** Opens the evaluation as a program, once it is complete. */
export function AsCode({ workspace, settings }: AsCodeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        className="ml-auto"
        disabled={settings === null}
        icon={<Code size={13} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        <span className="max-md:sr-only">As code</span>
      </Button>
      {isOpen && settings !== null ? (
        <CodeDialog workspace={workspace} settings={settings} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

type CodeDialogProps = { workspace: Workspace; settings: EvaluationSettingsInput; onClose: () => void };

type Form = "json" | "curl" | "python";

/** The operation that starts a run. Its row in the contract has the schemas of all settings, which the page does not need. */
const START_PATH = "/evaluation_runs/start";

/** Shows the evaluation as a program that starts it, for a script or a pipeline. */
function CodeDialog({ workspace, settings, onClose }: CodeDialogProps) {
  const [form, setForm] = useState<Form>("curl");
  const baseUrl = useBaseUrl(workspace.connectionId);
  const body = { project_id: workspace.projectId, settings };
  const request = {
    url: `${baseUrl}${START_PATH}`,
    compact: JSON.stringify(body),
    indented: JSON.stringify(body, null, 2),
  };
  const texts: Readonly<Record<Form, string>> = {
    json: request.indented,
    curl: curlCommand(request),
    python: pythonProgram(request, "id"),
  };
  return (
    <ViewDialog
      title="As code"
      description="Starts this evaluation in the service. The answer has the id of the run."
      size="large"
      onClose={onClose}
    >
      <div className="grid min-w-0 gap-2">
        <div className="flex items-center gap-2">
          <Segmented
            label="Form"
            size="small"
            value={form}
            segments={[
              { value: "curl", label: "curl" },
              { value: "python", label: "Python" },
              { value: "json", label: "JSON" },
            ]}
            onChange={setForm}
          />
          <span className="ml-auto">
            <CopyButton text={texts[form]} label="Copy program" copiedMessage="Program copied" />
          </span>
        </div>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
          tabIndex={0}
          className="max-h-[56vh] overflow-auto rounded-control bg-sunken p-2.5 text-code leading-[18px]"
        >
          {texts[form]}
        </pre>
      </div>
    </ViewDialog>
  );
}
