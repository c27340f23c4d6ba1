import { useState } from "react";
import type { DraftFigures, TrajectoryControl } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";

type MoveTrajectoryProps = {
  control: Pick<DraftFigures, "draft"> & Pick<TrajectoryControl, "move" | "isMoved">;
  row: number;
  group: number;
  name: string;
};

/** Manual grouping: moves a trajectory into another group or into one of its own. The groups stay visible beside it. */
export function MoveTrajectory({ control, row, group, name }: MoveTrajectoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const last = control.draft.groups.length - 1;
  const target = Number(text);
  const isFit = text.trim() !== "" && Number.isInteger(target) && target >= 0 && target <= last && target !== group;
  const move = (to: number | "own" | null) => {
    setIsOpen(false);
    setText("");
    control.move(row, to);
  };
  return (
    <Popover
      label={`Move ${name}`}
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="grid w-64 gap-2 p-3"
      trigger={
        <Button kind="ghost" size="small" className="px-1 max-md:hidden" aria-label={`Move ${name}`}>
          Move
        </Button>
      }
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFit) move(target);
        }}
      >
        <Field label="Into group" hint={`0 to ${last}`}>
          {(ids) => (
            <Input
              {...ids}
              isMono
              inputMode="numeric"
              value={text}
              isInvalid={text !== "" && !isFit}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" size="small" disabled={!isFit}>
          Move
        </Button>
      </form>
      <Button size="small" onClick={() => move("own")}>
        Move to its own group
      </Button>
      {control.isMoved(row) ? (
        <Button size="small" onClick={() => move(null)}>
          Move back
        </Button>
      ) : null}
    </Popover>
  );
}
