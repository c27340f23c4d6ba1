"use client";

import { useRouter } from "next/navigation";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { newEvaluationOfRows, newRunOfRows, rowsOfPrompts } from "@/lib/address/carried-rows";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { countOf } from "@/lib/format/count";
import { promptTasks } from "@/lib/training/runs/prompt-tasks";

type UsePromptsMenuProps = {
  slug: string;
  /** The proposed name of a table of the prompts. */
  name: string;
  groups: readonly (RolloutGroup | null)[];
};

/** Takes the prompts of groups, with the other columns of their tasks, to a new evaluation or training run. */
export function UsePromptsMenu({ slug, name, groups }: UsePromptsMenuProps) {
  const router = useRouter();
  const isViewer = useHasRole("member") === false;
  const known = groups.flatMap((group) => group ?? []);
  const prompts = promptTasks(
    known.map(({ messages }) => messages),
    (index) => known[index]?.values ?? null,
  );
  if (prompts.tasks.length === 0) return null;
  const open = (hrefOf: typeof newRunOfRows) => router.push(hrefOf(slug, rowsOfPrompts(name, prompts)));
  return (
    <Menu
      label="Use prompts"
      align="end"
      trigger={
        <Button size="small" disabled={isViewer} title={isViewer ? "You have read-only access." : undefined}>
          Use {countOf(prompts.tasks.length, "prompt")}
        </Button>
      }
    >
      <MenuItem onSelect={() => open(newEvaluationOfRows)}>New evaluation of them</MenuItem>
      <MenuItem onSelect={() => open(newRunOfRows)}>New run: more answers to each</MenuItem>
    </Menu>
  );
}
