import { BrainCircuit, ServerCrash, Unplug } from "lucide-react";
import type { AnswerFailure } from "@/lib/completion/answer";
import { classNames } from "@/lib/style/class-names";

interface FailureMessage {
  readonly title: (status: number | undefined) => string;
  readonly advice: string;
  readonly icon: typeof Unplug;
  readonly ground: string;
}

const failureMessages: Record<AnswerFailure["from"], FailureMessage> = {
  provider: {
    title: (status) => (status === undefined ? "The provider failed" : `The provider answered ${status}`),
    advice: "The request reached the model's provider. Its own words:",
    icon: BrainCircuit,
    ground: "bg-err-tint",
  },
  service: {
    title: (status) => (status === undefined ? "The service refused" : `The service answered ${status}`),
    advice: "No model was asked. The service says:",
    icon: ServerCrash,
    ground: "border border-err-line bg-surface",
  },
  network: {
    title: () => "The connection broke",
    advice: "Whether the model was asked is not known; a tracked call tells.",
    icon: Unplug,
    ground: "border border-dashed border-err-line bg-sunken",
  },
};

/** Why there is no answer, or no more of it: who failed is told by title, icon and ground. */
export function AnswerFailureNote({ failure }: { failure: AnswerFailure }) {
  const { title, advice, icon: Icon, ground } = failureMessages[failure.from];
  return (
    <div
      role="alert"
      className={classNames(
        "grid grid-cols-[14px_minmax(0,1fr)] gap-x-2 rounded-control px-2.5 py-2 text-small",
        ground,
      )}
    >
      <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="mt-px text-err" />
      <div className="min-w-0 leading-[17px]">
        <p className="font-medium text-err">{title(failure.status)}</p>
        <p className="text-ink-2">{advice}</p>
        <p className="mt-1 max-h-[180px] overflow-auto text-code whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
          {failure.message}
        </p>
      </div>
    </div>
  );
}
