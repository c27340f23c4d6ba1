import { useMemo } from "react";
import { useStore } from "zustand";
import {
  type AnswerContent,
  answerContentOf,
  type Difference,
  differenceOf,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-answer-content";
import { cellScore } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-prompt-groups";
import { compareScores } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-scores";
import { arenaCellKey } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import type { AnswerFailure } from "@/lib/completion/answer";
import { classNames } from "@/lib/style/class-names";
import { AnswerMeta } from "./answer-meta";
import { AnswerWords } from "./answer-words";
import type { AnswerCells } from "./table-parts";

type AnswerCellProps = {
  arena: AnswerCells;
  prompt: ArenaPrompt;
  column: ArenaColumn;
  isWhole: boolean;
  /** True for the cell with the keyboard cursor. */
  isAt: boolean;
};

/** One answer: its words compared with the pinned one's, and its figures. Redrawn on its own while it streams. */
export function AnswerCell({ arena, prompt, column, isWhole, isAt }: AnswerCellProps) {
  const { results, setting, isDiff } = arena;
  const { pinnedKey, scorer, parameters } = setting;
  const key = arenaCellKey(prompt.id, column.key);
  const isPinned = column.key === pinnedKey;
  const pinnedCell = pinnedKey === null || isPinned ? null : arenaCellKey(prompt.id, pinnedKey);
  const result = useStore(results, () => results.resultOf(key));
  const isWaiting = useStore(results, () => results.isWaiting(key));
  const pinned = useStore(results, () => (pinnedCell === null ? null : results.resultOf(pinnedCell)));
  const content = useMemo(() => answerContentOf(result?.answer.completion ?? null), [result]);
  const base = useMemo(
    () => (pinned?.answer.status === "done" ? answerContentOf(pinned.answer.completion) : null),
    [pinned],
  );
  const difference = useMemo<Difference>(() => differenceOf(content, base), [content, base]);
  const own = cellScore(result, prompt, scorer, parameters);
  const verdict = compareScores(own.reward, cellScore(pinned, prompt, scorer, parameters).reward);
  const answer = result?.answer;
  return (
    <td
      data-prompt={prompt.id}
      data-column={column.key}
      aria-label={`${column.label}: ${STATE_LABELS(answer?.status, isWaiting)}`}
      aria-busy={answer?.status === "running"}
      aria-current={isAt ? "true" : undefined}
      className={classNames(
        "flex min-w-0 flex-col overflow-hidden border-line pt-2.5 pr-3 pl-3.5 md:border-l",
        isPinned && "bg-sunken",
        isAt && "outline-1 -outline-offset-1 outline-focus",
        isWhole ? "" : "max-md:max-h-[220px] md:h-[122px]",
      )}
    >
      <div className={classNames("min-h-0 flex-[0_1_auto]", isWhole ? "" : "overflow-hidden")}>
        <CellText
          content={content}
          difference={isDiff ? difference : { kind: "none" }}
          isRunning={answer?.status === "running"}
          isDone={answer?.status === "done"}
        />
        {answer?.failure ? <FailureText failure={answer.failure} /> : null}
      </div>
      <AnswerMeta
        arena={arena}
        name={column.label}
        cell={key}
        result={result}
        isWaiting={isWaiting}
        reward={own.reward}
        difference={difference}
        verdict={verdict}
        onRetry={() => arena.askCell(prompt, column.key)}
      />
    </td>
  );
}

function STATE_LABELS(status: string | undefined, isWaiting: boolean): string {
  if (isWaiting) return "waiting";
  const words: Readonly<Record<string, string>> = {
    running: "answering",
    done: "answer",
    failed: "failed",
    stopped: "stopped",
  };
  return words[status ?? ""] ?? "not run";
}

type CellTextProps = { content: AnswerContent | null; difference: Difference; isRunning: boolean; isDone: boolean };

function CellText({ content, difference, isRunning, isDone }: CellTextProps) {
  const isEmpty = content === null || (content.text === "" && content.tools.length === 0);
  if (isDone && isEmpty) return <p className="text-small text-ink-3">Empty answer</p>;
  if (content === null) return null;
  return (
    <>
      {content.text === "" ? null : <AnswerWords text={content.text} difference={difference} isRunning={isRunning} />}
      {content.tools.map((tool, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer may ask for the same tool twice, and its order never changes
          key={index}
          className="mt-1 overflow-hidden rounded-control border border-line first:mt-0"
        >
          <p className="truncate border-b border-line px-2 py-0.5 text-code font-medium">{tool.name}</p>
          <p className="line-clamp-2 px-2 py-0.5 text-code text-ink-2 [overflow-wrap:anywhere]">{tool.arguments}</p>
        </div>
      ))}
    </>
  );
}

const SIDES: Readonly<Record<AnswerFailure["from"], string>> = {
  provider: "Provider",
  service: "Service",
  budget: "Budget",
  network: "Connection",
};

/** The failed party, and its message. */
function FailureText({ failure: { from, status, message } }: { failure: AnswerFailure }) {
  return (
    <p role="alert" className="text-small leading-[17px] [overflow-wrap:anywhere]">
      <span className="font-medium text-err">
        {SIDES[from]} {from === "network" ? "lost" : status === undefined ? "failed" : `returned ${status}`}
      </span>
      <span className="block text-code text-ink">{message}</span>
    </p>
  );
}
