import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Popover } from "@/components/ui/popover";
import { scorerDescriptions } from "./scorer-descriptions";
import type { ScorerEditing } from "./scorer-form";

const ScorerForm = partLoadedLater(async () => (await import("./scorer-form")).ScorerForm);

/** Selects the scorer: reward 1 when its condition holds, 0 when it does not. */
export function ScorerPopover({ arena }: { arena: ScorerEditing }) {
  const { label } = scorerDescriptions[arena.params.scorer];
  return (
    <Popover
      label="Reward"
      className="w-72 p-3"
      onReach={ScorerForm.preload}
      trigger={
        <Button size="small" aria-label={`Reward: ${label}`}>
          <span className="font-normal text-ink-3">Reward</span>
          {label}
          <ChevronDown size={11} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
    >
      <ScorerForm arena={arena} />
    </Popover>
  );
}
