"use client";

import { useRef, useState } from "react";
import { useAnswers } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-answers";
import { useClaim } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-claim";
import type { Saver } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-saver";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { reviewChange, unansweredQuestion } from "@/lib/review/answers";
import { areOthersShown } from "@/lib/review/item-state";
import { answersTo, type LabelIndex, type Reviewer, subjectOf } from "@/lib/review/labels";
import { choicesOf, type Question } from "@/lib/review/rubric";
import type { Workspace } from "@/lib/workspace/workspace";
import { othersAnswers } from "./others-answers";
import { QuestionField } from "./question-field";
import { SaveBar } from "./save-bar";
import { useFirstFocus } from "./use-first-focus";

export type ItemQuestionsProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  questions: readonly Question[];
  labels: LabelIndex;
  reviewers: readonly Reviewer[];
  reader: string;
  item: QueueItem;
  saver: Saver;
  canWrite: boolean;
  canGoBack: boolean;
  onNext: () => void;
  onBack: () => void;
};

/** The questions about an item, answered by keys or by hand, with save and skip. */
export function ItemQuestions(props: ItemQuestionsProps) {
  const { workspace, queue, questions, labels, reviewers, reader, item, saver, canWrite } = props;
  const subject = subjectOf(workspace.projectId, item);
  const answers = questions.flatMap(({ name }) => answersTo(labels, subject, name));
  const own = answers.filter(({ reviewer }) => reviewer === reader);
  const { texts, setText } = useAnswers({ queueId: queue.id, itemId: item.id, userId: reader }, questions, own);
  const [current, setCurrent] = useState(0);
  const [isChecked, setIsChecked] = useState(false);
  const fields = useRef(new Map<number, HTMLElement>());
  const unanswered = unansweredQuestion(questions, texts);
  const isDone = item.annotation_state === "completed";
  const claimed = useClaim(workspace, queue, item, canWrite);
  useFirstFocus(fields.current, questions);
  const focus = (index: number) => fields.current.get(index)?.focus();
  const answer = (index: number, text: string) => {
    const question = questions[index];
    if (!question || !canWrite) return;
    setText(question.name, text);
    // An optional text field would take the next keys.
    const next = questions.findIndex((each, at) => at > index && (!each.isOptional || choicesOf(each).length > 0));
    focus(next < 0 ? index : next);
  };
  const save = () => {
    setIsChecked(true);
    if (!canWrite) return;
    if (unanswered !== null) {
      focus(questions.indexOf(unanswered));
      return;
    }
    saver.save(reviewChange(item, questions, { texts, own }), claimed.current);
    props.onNext();
  };
  const skip = () => {
    if (!canWrite) return;
    saver.save({ item, state: "skipped", added: [], replaced: [] }, claimed.current);
    props.onNext();
  };
  useKeys("review", {
    "1-9": ({ key }) => {
      const question = questions[current];
      const choice = question && choicesOf(question).find((each) => each.key === key);
      if (choice) answer(current, choice.text);
    },
    Enter: save,
    "Mod+Enter": save,
    s: skip,
  });
  return (
    <form
      aria-label="Questions"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="flex h-9 items-center gap-2 border-b border-line pr-3 pl-4">
        <h2 className="font-medium">Rubric</h2>
        <span className="text-small text-ink-3">
          {questions.length - questions.filter(({ name }) => (texts[name] ?? "") === "").length} of {questions.length}{" "}
          answered
        </span>
        <span className="ml-auto text-small text-ink-3 max-md:hidden">
          <KeyHints hints={[keyHint("review", ["Tab"], "next question")]} />
        </span>
      </div>
      {questions.map((question, index) => (
        <QuestionField
          key={question.ref}
          question={question}
          text={texts[question.name] ?? ""}
          isCurrent={index === current}
          isChecked={isChecked}
          isDisabled={!canWrite}
          onFocus={() => setCurrent(index)}
          onAnswer={(text) => answer(index, text)}
          onType={(text) => setText(question.name, text)}
          fieldRef={(element) => {
            if (element) fields.current.set(index, element);
            else fields.current.delete(index);
          }}
          others={areOthersShown(item, queue, reader) ? othersAnswers(question, answers, reader, reviewers) : null}
        />
      ))}
      <SaveBar
        saver={saver}
        canWrite={canWrite}
        canGoBack={props.canGoBack}
        isDone={isDone}
        unanswered={unanswered}
        onSkip={skip}
        onBack={props.onBack}
      />
    </form>
  );
}
