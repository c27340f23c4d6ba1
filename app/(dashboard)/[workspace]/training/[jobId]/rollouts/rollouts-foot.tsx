import {
  batchNames,
  batchNameText,
} from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/steps/prepare-step-marks";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import type { Rollouts } from "./use-rollouts";

type RolloutsFootControl = Pick<Rollouts, "shown" | "steps" | "group" | "groups" | "trajectory" | "columnCount">;

/** The position among steps, groups and trajectories; then keys. */
export function RolloutsFoot({ control }: { control: RolloutsFootControl }) {
  const { shown, steps, group, groups, trajectory, columnCount } = control;
  const name = batchNames(steps.batches)[steps.at];
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("rollouts", ["ArrowLeft", "ArrowRight"], "step"),
            keyHint("rollouts", ["j", "k"], "group"),
            keyHint("rollouts", ["h", "l"], "trajectory"),
            keyHint("rollouts", ["ArrowUp", "ArrowDown"], "message"),
            keyHint("rollouts", ["p"], "probabilities"),
            keyHint("rollouts", ["r"], "playground"),
          ]}
        />
      }
    >
      {shown === null ? null : (
        <span role="status">
          {name === undefined ? "" : batchNameText(name, steps.at, steps.batches.length)}
          {group === null ? null : `, group ${group.index}, trajectory ${trajectory} of ${columnCount}`}
        </span>
      )}
      <span className="max-md:hidden">
        {groups.isPending ? "loading groups" : `${countOf(groups.readCount, "group")} loaded`}
      </span>
    </PageFoot>
  );
}
