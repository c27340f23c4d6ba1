"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { useToast } from "@/components/ui/toast";
import { emptyQuestion, questionProblem, specOf } from "@/lib/review/question-draft";
import type { Workspace } from "@/lib/workspace/workspace";
import { publishQuestion } from "./publish-question";
import { QuestionEditor } from "./question-editor";

type QuestionDialogProps = {
  workspace: Pick<Workspace, "connectionId" | "projectId">;
  /** Receives the object's id once it is published. */
  onCreated: (name: string) => void;
  onClose: () => void;
};

/** Creates a question of the project, which calls are annotated with and review queues can ask. */
export function QuestionDialog({ workspace, onCreated, onClose }: QuestionDialogProps) {
  const [draft, setDraft] = useState(emptyQuestion);
  const [isChecked, setIsChecked] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();
  const create = useMutation({
    mutationFn: () => publishQuestion(workspace, draft),
    onSuccess: async () => {
      onClose();
      toast("Question created");
      onCreated(specOf(draft).name);
      await queryClient.invalidateQueries({ queryKey: ["service", workspace.connectionId, "objs.query"] });
    },
  });
  return (
    <FormDialog
      title="New question"
      description="Everyone in this project can answer it on any call, and review queues can ask it."
      action="Create question"
      change={create}
      onSubmit={() => {
        setIsChecked(true);
        if (questionProblem(draft) === null) create.mutate();
      }}
      onClose={onClose}
    >
      <QuestionEditor number={null} draft={draft} isChecked={isChecked} onChange={setDraft} onRemove={null} />
    </FormDialog>
  );
}
