import { ChevronsDownUp, ChevronsUpDown, RefreshCw, X } from "lucide-react";
import Link from "next/link";
import {
  type ArenaPrompt,
  promptPositionText,
  promptText,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { threadHref } from "@/lib/address/thread-href";
import { formatCount } from "@/lib/format/count";
import { formatShortId } from "@/lib/format/identifier";
import { classNames } from "@/lib/style/class-names";
import type { PromptRows } from "./table-parts";

type PromptCellProps = {
  arena: PromptRows;
  prompt: ArenaPrompt;
  isWhole: boolean;
  onExpand: () => void;
  isPhone: boolean;
};

/** The prompt, its origin, and whether the model was trained on it. */
export function PromptCell({ arena, prompt, isWhole, onExpand: onWhole, isPhone }: PromptCellProps) {
  const { workspace, mayRun } = arena;
  const words = promptText(prompt);
  return (
    <th
      scope="row"
      className={classNames(
        "flex min-w-0 flex-col bg-bg pt-2 pr-2 pl-4 text-left font-normal max-md:pl-3",
        isPhone ? "" : "sticky left-0 z-10",
        isWhole ? "" : "md:h-[122px]",
      )}
    >
      <span className="flex min-w-0 items-center gap-1.5 text-micro">
        <TrainedTag prompt={prompt} />
        {prompt.threadId === null ? null : (
          <Link
            href={threadHref(workspace.slug, prompt.threadId)}
            title={prompt.threadId}
            className="truncate text-code text-accent-text hover:underline"
          >
            {formatShortId(prompt.threadId)}
          </Link>
        )}
        <span className="ml-auto flex flex-none">
          <Button
            kind="ghost"
            size="icon-small"
            aria-expanded={isWhole}
            aria-label={isWhole ? "Collapse row" : "Expand row"}
            title={isWhole ? "Collapse row" : "Expand row"}
            onClick={onWhole}
          >
            {isWhole ? (
              <ChevronsDownUp size={12} strokeWidth={1.7} aria-hidden="true" />
            ) : (
              <ChevronsUpDown size={12} strokeWidth={1.7} aria-hidden="true" />
            )}
          </Button>
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Run row again"
            title="Run row again"
            disabled={!mayRun}
            onClick={() => arena.askRow(prompt)}
            className="disabled:border-transparent"
          >
            <RefreshCw size={12} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Remove prompt"
            title="Remove prompt and its answers"
            onClick={() => arena.removePrompts([prompt.id])}
          >
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        </span>
      </span>
      <span
        className={classNames(
          "mt-1 text-read leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]",
          isWhole ? "" : "line-clamp-3 flex-none",
        )}
      >
        {words === "" ? <span className="text-ink-3">empty prompt</span> : words}
      </span>
      <span className="mt-1 pb-2 text-micro text-ink-3">{promptPositionText(prompt)}</span>
      {isWhole && prompt.expected !== null ? (
        <span className="pb-2 text-small [overflow-wrap:anywhere]">
          <span className="block text-micro text-ink-3">original answer</span>
          {prompt.expected}
        </span>
      ) : null}
    </th>
  );
}

function TrainedTag({ prompt: { isSeen, seenSince } }: { prompt: ArenaPrompt }) {
  if (isSeen === true) {
    const since = seenSince === null ? "" : ` for step ${formatCount(seenSince)}`;
    return (
      <Tag tone="run" title={`Trained on${since}`}>
        seen
      </Tag>
    );
  }
  return isSeen === false ? (
    <Tag tone="outline">unseen</Tag>
  ) : (
    <Tag tone="outline" title="Not all training data of the model could be read">
      unknown
    </Tag>
  );
}
