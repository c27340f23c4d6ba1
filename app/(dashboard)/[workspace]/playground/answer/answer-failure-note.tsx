import { BrainCircuit, CircleDollarSign, ServerCrash, Unplug } from "lucide-react";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { Link } from "@/components/ui/link";
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
    title: (status) => (status === undefined ? "The provider failed" : `Provider returned ${status}`),
    advice: "The request reached the model provider. Message from the provider:",
    icon: BrainCircuit,
    ground: "bg-err-tint",
  },
  service: {
    title: (status) => (status === undefined ? "The service rejected the request" : `Service returned ${status}`),
    advice: "No model was run. Message from the service:",
    icon: ServerCrash,
    ground: "border border-err-line bg-surface",
  },
  budget: {
    title: () => "Blocked by a budget",
    advice: "No model was run.",
    icon: CircleDollarSign,
    ground: "border border-err-line bg-surface",
  },
  network: {
    title: () => "Connection lost",
    advice: "The model may have run. If the call is tracked, its trace shows the result.",
    icon: Unplug,
    ground: "border border-dashed border-err-line bg-sunken",
  },
};

/** The reason why there is no answer, or only part of one. Title, icon and background show who failed. */
export function AnswerFailureNote({ failure }: { failure: AnswerFailure }) {
  const slug = useWorkspaceSlug();
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
        {failure.from === "budget" ? (
          <Link href={`/${slug}/costs?view=budgets`} className="mt-1 inline-block text-accent-text hover:underline">
            Open budgets
          </Link>
        ) : null}
      </div>
    </div>
  );
}
