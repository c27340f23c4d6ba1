import { Pencil, Plus } from "lucide-react";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";

type BoardActionsProps = {
  /** Absent where no leaderboard is shown that can be edited. */
  onEdit: (() => void) | null;
  onNew: () => void;
};

/** Edit and New leaderboard. The server decides who may; a viewer sees why not in advance. */
export function BoardActions({ onEdit, onNew }: BoardActionsProps) {
  const isViewer = useHasRole("member") === false;
  const disabled = isViewer
    ? { disabled: true, title: "You are a viewer. Members and admins can create leaderboards." }
    : {};
  return (
    <span className="ml-auto flex flex-none gap-1.5">
      {onEdit === null ? null : (
        <Button
          {...disabled}
          size="small"
          icon={<Pencil size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={onEdit}
        >
          <span className="max-md:sr-only">Edit</span>
        </Button>
      )}
      <Button {...disabled} size="small" icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />} onClick={onNew}>
        <span>
          New<span className="max-md:sr-only"> leaderboard</span>
        </span>
      </Button>
    </span>
  );
}
