"use client";

import { useEffect, useRef, useState } from "react";
import { useAnswers } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-answers";
import type { Saver } from "@/app/(dashboard)/[workspace]/review/[queueId]/data/use-saver";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { reviewerName } from "@/components/review/use-reviewers";
import { callOperation } from "@/lib/api/client/service-client";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { reviewChange, textOfAnswer, unansweredQuestion } from "@/lib/review/answers";
import { areOthersShown } from "@/lib/review/item-state";
import { answersTo, type Label, type LabelIndex, type Reviewer, subjectOf } from "@/lib/review/labels";
import { choicesOf, type Question } from "@/lib/review/rubric";
import type { Workspace } from "@/lib/workspace/workspace";
import { AgreementPanel } from "./agreement-panel";
import { QuestionField } from "./question-field";
import { SaveBar } from "./save-bar";

export type RubricPaneProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  items: readonly QueueItem[];
  questions: readonly Question[];
  labels: LabelIndex;
  reviewers: readonly Reviewer[];
  reader: string;
  /** Null at the end of the queue. */
  item: QueueItem | null;
  saver: Saver;
  canWrite: boolean;
  canGoBack: boolean;
  onNext: () => void;
  onBack: () => void;
};

/** The questions about the item, and how far reviewers agree. */
export function RubricPane(props: RubricPaneProps) {
  const { workspace, queue, items, questions, labels, reviewers, reader, item } = props;
  return (
    <aside
      aria-label="Rubric"
      className="flex w-[400px] flex-none flex-col overflow-auto border-l border-line max-xl:w-[340px] max-lg:w-full max-lg:overflow-visible max-lg:border-t max-lg:border-l-0"
    >
      {item === null || item.is_missing === true ? null : <Answers {...props} item={item} />}
      <AgreementPanel
        projectId={workspace.projectId}
        queue={queue}
        items={items}
        questions={questions}
        labels={labels}
        reviewers={reviewers}
        reader={reader}
      />
    </aside>
  );
}

function Answers(props: RubricPaneProps & { item: QueueItem }) {
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
          others={areOthersShown(item, queue, reader) ? othersSay(question, answers, reader, reviewers) : null}
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

/** The answers of other reviewers. */
function othersSay(
  question: Question,
  answers: readonly Label[],
  reader: string,
  reviewers: readonly Reviewer[],
): string | null {
  const others = answers.filter((label) => label.question === question.name && label.reviewer !== reader);
  if (others.length === 0) return null;
  return others
    .map((label) => {
      const text = textOfAnswer(question, label.value);
      const words = choicesOf(question).find((choice) => choice.text === text)?.label ?? text;
      return `${reviewerName(reviewers, label.reviewer)}: ${words}`;
    })
    .join(", ");
}

/** The first question that takes single keys has the focus: a text field would take all keys. */
function useFirstFocus(fields: ReadonlyMap<number, HTMLElement>, questions: readonly Question[]) {
  const first = questions.findIndex((question) => choicesOf(question).length > 0);
  // The outside system is the focus of the page, once for each item.
  useEffect(() => {
    if (first >= 0) fields.get(first)?.focus({ preventScroll: true });
  }, [fields, first]);
}

/**
 * Claims an item whose number of reviews is limited, so that no one else is shown it meanwhile. Returns the request, which
 * never fails.
 */
function useClaim({ connectionId, projectId }: Workspace, queue: AnnotationQueue, item: QueueItem, canWrite: boolean) {
  const mustClaim = canWrite && queue.reviews_per_item != null && item.annotation_state === "unstarted";
  const { id } = item;
  const claimed = useRef<Promise<unknown>>(Promise.resolve());
  // The outside system is the service, which tells other reviewers.
  useEffect(() => {
    if (!mustClaim) return;
    const params = { queue_id: queue.id, item_id: id };
    const body = { project_id: projectId, annotation_state: "in_progress" as const };
    // Without a claim two people may review the item, which loses nothing.
    claimed.current = callOperation(connectionId, "annotationQueues.progress", { params, body }).catch(() => undefined);
  }, [mustClaim, connectionId, projectId, queue.id, id]);
  return claimed;
}
