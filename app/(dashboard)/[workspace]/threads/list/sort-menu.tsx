"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice } from "@/components/ui/menu";
import type { threadSortFields } from "@/lib/api/contract/calls/thread-sort-fields";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { scoreLabel } from "@/lib/score/score-field";
import { nextSort, type Sort } from "@/lib/table/sort";

const fields: readonly (readonly [(typeof threadSortFields)[number], string])[] = [
  ["last_updated", "Updated"],
  ["start_time", "From"],
  ["turn_count", "Turns"],
  ["p50_turn_duration_ms", "p50 of turns"],
  ["p99_turn_duration_ms", "p99 of turns"],
  ["thread_id", "Thread id"],
];

type SortMenuProps = { sort: Sort; scores: readonly ProjectScore[]; onSortChange: (sort: Sort) => void };

/** The fields by which the service sorts; choosing the same field again reverses the direction. */
export function SortMenu({ sort, scores, onSortChange }: SortMenuProps) {
  const choices = [...fields, ...scores.map(({ field }) => [field, scoreLabel(field)] as const)];
  const label = choices.find(([field]) => field === sort.field)?.[1] ?? sort.field;
  const isDescending = sort.direction === "desc";
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <Menu
      label="Sort by"
      align="end"
      trigger={
        <Button
          size="small"
          data-sort
          aria-label={`Sorted by ${label}, ${isDescending ? "largest" : "smallest"} first`}
          icon={<Arrow size={12} strokeWidth={2} aria-hidden="true" />}
        >
          {label}
        </Button>
      }
    >
      {choices.map(([field, name]) => (
        <MenuChoice key={field} isChosen={field === sort.field} onSelect={() => onSortChange(nextSort(sort, field))}>
          {name}
        </MenuChoice>
      ))}
    </Menu>
  );
}
