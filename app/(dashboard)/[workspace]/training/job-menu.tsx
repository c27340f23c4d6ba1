import { Ellipsis } from "lucide-react";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { formatShortId } from "@/lib/format/identifier";
import type { JobListRow } from "@/lib/training/jobs/job-list";
import { priorityChoices } from "@/lib/training/jobs/job-queue";

type JobMenuProps = {
  row: JobListRow;
  onPriority: (priority: number) => void;
  onCancel: () => void;
};

/** The priority of a job that waits, and the end of one that has not ended. */
export function JobMenu({ row, onPriority, onCancel }: JobMenuProps) {
  const mayChange = useHasRole("member") ?? true;
  const label = `Actions for job ${formatShortId(row.id)} of ${row.modelName}`;
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <Button kind="ghost" size="icon-small" aria-label={label}>
          <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      }
    >
      {row.priority === null ? null : (
        <>
          <MenuLabel>Priority</MenuLabel>
          {priorityChoices(row.priority).map(({ label, priority }) => (
            <MenuChoice
              key={priority}
              isChosen={priority === row.priority}
              disabled={!mayChange}
              onSelect={() => onPriority(priority)}
            >
              {label}
            </MenuChoice>
          ))}
          <MenuSeparator />
        </>
      )}
      <MenuItem disabled={!mayChange} onSelect={onCancel} className="text-err">
        Cancel job…
      </MenuItem>
      {mayChange ? null : <MenuLabel>You are a viewer. Members can change jobs.</MenuLabel>}
    </Menu>
  );
}
