import { useState } from "react";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Segmented } from "@/components/form/segmented";
import { useToast } from "@/components/ui/toast";
import { countOf } from "@/lib/format/count";
import type { ArenaPrompt } from "./arena-prompt";
import { MAX_PROMPTS } from "./arena-prompt";
import type { ReplyPosition } from "./prepare-prompts";
import { ThreadPrompts } from "./thread-prompts";
import { TrainedPrompts } from "./trained-prompts";
import { TypedPromptForm } from "./typed-prompt-form";
import type { PromptTarget } from "./use-trained";

type PromptsDialogProps = { arena: PromptTarget; onClose: () => void };

type From = "trained" | "threads" | "written";

/** Adds prompts from the training data of the model, from threads of the workspace, or written by hand. */
export function PromptsDialog({ arena, onClose }: PromptsDialogProps) {
  return (
    <ViewDialog
      title="Add prompts"
      description={`Every column runs the same prompts. Each conversation is replayed up to one reply, which is regenerated. Up to ${MAX_PROMPTS} prompts.`}
      size="wide"
      onClose={onClose}
    >
      <Prompts arena={arena} onDone={onClose} />
    </ViewDialog>
  );
}

function Prompts({ arena, onDone }: { arena: PromptTarget; onDone: () => void }) {
  const toast = useToast();
  const [from, setFrom] = useState<From>("trained");
  const [at, setAt] = useState<Extract<ReplyPosition, string>>("first");
  const add = (prompts: readonly ArenaPrompt[]) => {
    const known = arena.addPrompts(prompts);
    if (known > 0) toast(`Skipped ${countOf(known, "duplicate prompt")}`);
    onDone();
  };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Source of prompts"
          size="small"
          value={from}
          onChange={setFrom}
          segments={[
            { value: "trained", label: "Training data" },
            { value: "threads", label: "Threads" },
            { value: "written", label: "Written" },
          ]}
        />
        {from === "written" ? null : (
          <Segmented
            label="Reply to regenerate"
            size="small"
            className="sm:ml-auto"
            value={at}
            onChange={setAt}
            segments={[
              { value: "first", label: "First reply" },
              { value: "last", label: "Last reply" },
            ]}
          />
        )}
      </div>
      {from === "trained" ? <TrainedPrompts arena={arena} at={at} onAdd={add} /> : null}
      {from === "threads" ? <ThreadPrompts arena={arena} at={at} onAdd={add} /> : null}
      {from === "written" ? <TypedPromptForm onAdd={add} /> : null}
    </div>
  );
}
