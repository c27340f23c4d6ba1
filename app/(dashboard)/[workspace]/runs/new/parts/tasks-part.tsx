"use client";

import { readPrompts } from "@/app/(dashboard)/[workspace]/runs/new/draft/read-prompts";
import { evaluationControl, evaluationErrors } from "@/app/(dashboard)/[workspace]/runs/new/draft/scorer-control";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { RowsPart } from "@/components/evaluation/setup/rows-part";
import { TextArea } from "@/components/evaluation/setup/text-area";
import { Field } from "@/components/form/field";
import { Segmented } from "@/components/form/segmented";
import type { ResultOf } from "@/lib/api/contract/operations";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PartProps } from "./part-props";

type TasksPartProps = PartProps & {
  workspace: Workspace;
  estimate: ResultOf<"trainingRuns.estimate"> | undefined;
};

/** The tasks of the run: typed prompts, the rows of a table, or the beginnings of recorded threads. */
export function TasksPart({ workspace, control, estimate, errors }: TasksPartProps) {
  const { draft, change } = control;
  const kinds = (
    <Segmented
      label="Source of the tasks"
      size="small"
      value={draft.taskKind}
      onChange={(taskKind) => change({ taskKind })}
      segments={[
        { value: "prompts", label: "Prompts" },
        { value: "table", label: "Table" },
        { value: "threads", label: "Threads" },
      ]}
    />
  );
  if (draft.taskKind === "table") {
    return (
      <RowsPart
        workspace={workspace}
        control={evaluationControl(control)}
        estimate={
          estimate && {
            rows: estimate.tasks,
            rows_in_table: null,
            columns: estimate.columns,
            first_rows: estimate.first_tasks.map(({ values }) => values),
          }
        }
        errors={evaluationErrors(errors)}
        title="Tasks"
        lead={kinds}
      />
    );
  }
  const isTyped = draft.taskKind === "prompts";
  const count = isTyped ? readPrompts(draft.prompts).items.length : (estimate?.tasks ?? 0);
  return (
    <section aria-label="Tasks" className="border-b border-line">
      <NumberedHeading
        number={2}
        title="Tasks"
        isDone={count > 0}
        count={count > 0 ? countOf(count, isTyped ? "task" : "thread") : null}
      >
        {kinds}
      </NumberedHeading>
      <div className="px-4 pb-3 max-md:px-3">
        {isTyped ? (
          <Field
            label="Prompts, one per line"
            hint='Add an answer after a tab: scorers read it as the column answer. Or use JSON objects: {"prompt": "2 + 2?", "answer": "4"}'
            error={pathError(errors, "tasks.items")}
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={7}
                isInvalid={pathError(errors, "tasks.items") !== undefined}
                value={draft.prompts}
                onChange={(prompts) => change({ prompts })}
              />
            )}
          </Field>
        ) : (
          <Field
            label="Thread ids, one per line"
            hint="Columns: prompt (the first user message) and system (the system message)"
            error={pathError(errors, "tasks.thread_ids")}
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={5}
                isInvalid={pathError(errors, "tasks.thread_ids") !== undefined}
                value={draft.threads}
                onChange={(threads) => change({ threads })}
              />
            )}
          </Field>
        )}
      </div>
    </section>
  );
}

/** The first message about a member or an item of it, with the number of the item. */
function pathError(errors: ReadonlyMap<string, string>, path: string): string | undefined {
  const found = [...errors].find(([at]) => at === path || at.startsWith(`${path}[`));
  if (found === undefined) return undefined;
  const [, index] = /\[(\d+)\]/.exec(found[0]) ?? [];
  return index === undefined ? found[1] : `${Number(index) + 1}: ${found[1]}`;
}
