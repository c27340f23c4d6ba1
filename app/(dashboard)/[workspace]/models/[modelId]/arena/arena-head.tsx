import { ArrowLeft, CircleStop, ListPlus, Play } from "lucide-react";
import Link from "next/link";
import { ExportMenu } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/export-menu";
import { ScorerPopover } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/scorer-popover";
import { AddColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/add-column";
import { ParametersPopover } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/parameters-popover";
import { parametersLabel } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-parameters";
import { Switch } from "@/components/form/switch";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { countOf, formatCount } from "@/lib/format/count";
import type { Arena } from "./use-arena";

export const ARENA_TITLE = "Checkpoint arena";

/** The parameters, and the actions on the entire arena. */
export function ArenaHead({ arena, onPrompts }: { arena: Arena; onPrompts: () => void }) {
  const { workspace, record, setting, params } = arena;
  const { prompts, columns } = setting;
  return (
    <div className="flex min-h-(--head-h) flex-none flex-wrap items-center gap-x-2 gap-y-1.5 py-1.5 pr-3 pl-4 max-md:px-3">
      <Button asChild kind="ghost" size="icon-small">
        <Link href={`/${workspace.slug}/models/${encodeURIComponent(record.id)}`} aria-label="Back to the model">
          <ArrowLeft size={15} strokeWidth={1.7} aria-hidden="true" />
        </Link>
      </Button>
      <h1 className="text-title font-semibold tracking-[-0.01em]">{ARENA_TITLE}</h1>
      <span className="min-w-0 truncate text-small text-ink-3">
        {countOf(prompts.length, "prompt")} × {formatCount(columns.length)}
        <span className="max-lg:hidden">{`, ${parametersLabel(params) || "default parameters"}`}</span>
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-1.5 max-md:ml-0">
        <span className="flex items-center gap-1.5 text-small">
          <Switch isOn={arena.isDiff} label="Word diff" onChange={(diff) => arena.setParams({ diff })} />
          <KeyCap className="max-lg:hidden">D</KeyCap>
        </span>
        <span aria-hidden="true" className="mx-1 h-4 w-px bg-line-strong max-md:hidden" />
        <ScorerPopover arena={arena} />
        <Button size="small" onClick={onPrompts} icon={<ListPlus size={14} strokeWidth={1.7} aria-hidden="true" />}>
          Prompts
        </Button>
        <AddColumn arena={arena} />
        <ParametersPopover arena={arena} />
        <ExportMenu arena={arena} />
        <RunButton arena={arena} />
      </div>
    </div>
  );
}

function RunButton({ arena }: { arena: Arena }) {
  const { openCount, missing, setting, mayRun, sent } = arena;
  const total = setting.prompts.length * setting.columns.length;
  if (openCount > 0) {
    return (
      <Button
        size="small"
        kind="danger"
        onClick={arena.stop}
        icon={<CircleStop size={14} strokeWidth={1.7} aria-hidden="true" />}
      >
        Stop <KeyCap className="max-md:hidden">Esc</KeyCap>
      </Button>
    );
  }
  const isPart = missing.length > 0 && missing.length < total;
  return (
    <Button
      size="small"
      kind="primary"
      disabled={!mayRun || total === 0 || sent.problems.size > 0}
      onClick={arena.askAll}
      icon={<Play size={13} strokeWidth={1.7} aria-hidden="true" />}
    >
      {isPart
        ? `Run ${formatCount(missing.length)} missing`
        : missing.length === 0 && total > 0
          ? "Run all again"
          : "Run all"}
    </Button>
  );
}
