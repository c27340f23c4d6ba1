"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { v7 as uuidv7 } from "uuid";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { serviceQuery } from "@/lib/api/client/service-query";
import { emptyQuestion } from "@/lib/review/question-draft";
import { type Question, readQuestion } from "@/lib/review/rubric";
import type { Workspace } from "@/lib/workspace/workspace";
import { QuestionEditor } from "./question-editor";
import type { DraftQuestion } from "./queue-draft";

/** The questions of the project. */
function useProjectQuestions({ connectionId, projectId }: Workspace): readonly Question[] {
  const { data } = useQuery(
    serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { base_object_classes: ["AnnotationSpec"], latest_only: true },
      metadata_only: false,
    }),
  );
  return data?.objs.filter(({ deleted_at }) => !deleted_at).map((version) => readQuestion(projectId, version)) ?? [];
}

type RubricFieldsProps = {
  workspace: Workspace;
  questions: readonly DraftQuestion[];
  isChecked: boolean;
  onChange: (questions: readonly DraftQuestion[]) => void;
};

/** The questions of a new queue: written here, or taken from the project. */
export function RubricFields({ workspace, questions, isChecked, onChange }: RubricFieldsProps) {
  const existing = useProjectQuestions(workspace);
  const unused = existing.filter(
    ({ ref }) => !questions.some((each) => each.kind === "existing" && each.question.ref === ref),
  );
  const replace = (key: string, next: DraftQuestion | null) =>
    onChange(questions.flatMap((each) => (each.key === key ? (next ?? []) : [each])));
  return (
    <section aria-label="Rubric" className="grid gap-2">
      {questions.map((each, index) =>
        each.kind === "new" ? (
          <QuestionEditor
            key={each.key}
            number={index + 1}
            draft={each.draft}
            isChecked={isChecked}
            onChange={(draft) => replace(each.key, { ...each, draft })}
            onRemove={() => replace(each.key, null)}
          />
        ) : (
          <div key={each.key} className="flex items-center gap-2 border-t border-line pt-2">
            <span className="min-w-0 flex-1 truncate">
              {each.question.title} <span className="text-small text-ink-3">{each.question.field.kind}</span>
            </span>
            <Button
              kind="ghost"
              size="icon-small"
              aria-label={`Remove ${each.question.title}`}
              onClick={() => replace(each.key, null)}
            >
              <X size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </div>
        ),
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-2">
        <Button
          size="small"
          icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => onChange([...questions, { kind: "new", key: uuidv7(), draft: emptyQuestion }])}
        >
          Add question
        </Button>
        {unused.length === 0 ? null : (
          <Menu label="Questions of this project" trigger={<Button size="small">Use an existing question</Button>}>
            {unused.map((question) => (
              <MenuItem
                key={question.ref}
                onSelect={() => onChange([...questions, { kind: "existing", key: question.ref, question }])}
              >
                {question.title}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
    </section>
  );
}
