"use client";

import { Columns3 } from "lucide-react";
import {
  firstRunColumns,
  type RunColumnId,
  runColumnIds,
} from "@/app/(dashboard)/[workspace]/evaluations/list/run-column-ids";
import { runColumns } from "@/app/(dashboard)/[workspace]/evaluations/list/run-columns";
import { Checkbox } from "@/components/form/checkbox";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";

type ColumnsMenuProps = { shown: readonly RunColumnId[]; onShown: (shown: RunColumnId[]) => void };

/** Chooses which columns stand beside the name and the scores of a run. */
export function ColumnsMenu({ shown, onShown }: ColumnsMenuProps) {
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-52"
      trigger={
        <Button
          size="small"
          className="max-md:hidden"
          icon={<Columns3 size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          Columns
          <span className="font-normal text-ink-3">
            {shown.length} of {runColumnIds.length}
          </span>
        </Button>
      }
    >
      <ul aria-label="Columns">
        {runColumnIds.map((id) => (
          <li key={id}>
            <label className="flex h-[26px] items-center gap-2 rounded-chip px-1.5 hover:bg-hover max-md:h-9">
              <Checkbox
                checked={shown.includes(id)}
                aria-label={runColumns[id].label}
                onCheckedChange={(isShown) =>
                  onShown(
                    isShown === true
                      ? runColumnIds.filter((each) => each === id || shown.includes(each))
                      : shown.filter((each) => each !== id),
                  )
                }
              />
              {runColumns[id].label}
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-1 border-t border-line pt-1.5">
        <Button kind="ghost" size="small" onClick={() => onShown([...firstRunColumns])}>
          Reset
        </Button>
      </div>
    </Popover>
  );
}
