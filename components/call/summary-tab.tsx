"use client";

import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RefText } from "@/components/object/ref-text";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { UserName } from "@/components/session/user-name";
import { FailureState } from "@/components/state/failure-state";
import { CheckpointLink } from "@/components/training/models/checkpoint-link";
import { CopyButton } from "@/components/ui/copy-button";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { Link } from "@/components/ui/link";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Quantity } from "@/components/ui/quantity";
import { runCallsHref } from "@/lib/address/thread-href";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { callDurationMs, callStatus, callUsage, opLabel, usageTotal } from "@/lib/calls/call-facts";
import { isRewoundTurn, linkedThreads } from "@/lib/calls/linked-threads";
import { mayHaveTwins } from "@/lib/calls/may-have-twins";
import { sentFacts } from "@/lib/calls/sent-facts";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { statusName } from "@/lib/format/status";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { readModelAddress } from "@/lib/training/jobs/model-address";
import { ExceptionNote } from "./exception-note";
import { Fact } from "./fact";
import { PayloadPreviewView } from "./payload-preview";
import { ResolvedValue } from "./refs/resolved-value";
import { SentCost, SentFactLines } from "./sent-fact-lines";
import { usePayloadPreviews } from "./use-payload-previews";

const TwinFact = partLoadedLater(async () => (await import("./twin-fact")).TwinFact);

type SummaryTabProps = {
  address: CallAddress;
  call: Call;
  threadHref: (threadId: string) => string;
  /** Opens the tab that shows the full payload. */
  onOpenPayload: () => void;
};

/** The properties of a call, then previews of its inputs and output. */
export function SummaryTab({ address, call, threadHref, onOpenPayload }: SummaryTabProps) {
  const usage = callUsage(call);
  const total = usageTotal(usage);
  const checkpoints = usage.map(({ model }) => readModelAddress(model)).filter((model) => model !== null);
  const sent = sentFacts(call);
  const status = callStatus(call);
  const slug = useWorkspaceSlug() ?? "";
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      {call.exception ? <ExceptionNote exception={call.exception} /> : null}
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-[5px] px-4 py-3 text-small leading-[17px]">
        <Fact name="Status">
          <span className="flex items-center gap-1.5">
            <StatusGlyph status={status} label="" />
            {statusName(status)}
          </span>
        </Fact>
        <Fact name="Duration">
          <Quantity text={formatDuration(callDurationMs(call, Date.now()))} />
        </Fact>
        <Fact name="Op">
          <span className="text-code" title={call.op_name}>
            <RefText text={call.op_name}>{opLabel(call.op_name)}</RefText>
          </span>
        </Fact>
        <Fact name="Tokens" isKnown={total.tokensIn !== null || total.tokensOut !== null}>
          {formatCount(total.tokensIn)} in, {formatCount(total.tokensOut)} out
        </Fact>
        <Fact name="Cost" isKnown={total.costUsd !== null || sent.costUsd !== null}>
          {formatCallCost(total.costUsd)}
          <SentCost sentUsd={sent.costUsd} costUsd={total.costUsd} />
        </Fact>
        {mayHaveTwins(call) ? <TwinFact address={address} call={call} /> : null}
        {checkpoints.map((model) => (
          <Fact key={`${model.name} ${model.step}`} name="Checkpoint">
            <CheckpointLink slug={slug} connectionId={address.connectionId} model={model} />
          </Fact>
        ))}
        <Fact name="Thread" isKnown={Boolean(call.thread_id)}>
          <Link href={threadHref(call.thread_id ?? "")} className="text-code text-accent-text hover:underline">
            {call.thread_id}
          </Link>
        </Fact>
        {linkedThreads(call).map(({ name, threadId }) => (
          <Fact key={name} name={name}>
            <Link href={threadHref(threadId)} className="text-code text-accent-text hover:underline">
              {threadId}
            </Link>
          </Fact>
        ))}
        <Fact name="Rewound" isKnown={isRewoundTurn(call)}>
          The user went back behind this turn.
        </Fact>
        <Fact name="Run" isKnown={Boolean(call.svc_run_id)}>
          <Link href={runCallsHref(slug, call.svc_run_id ?? "")} className="text-code text-accent-text hover:underline">
            {call.svc_run_id}
          </Link>
          {typeof call.svc_run_step === "number" ? <span className="text-ink-3"> step {call.svc_run_step}</span> : null}
        </Fact>
        <SentFactLines facts={sent} />
        <Fact name="Logged by" isKnown={Boolean(call.svc_user_id)}>
          <UserName id={call.svc_user_id ?? ""} />
        </Fact>
        <Fact name="Started">{formatFullTime(parseTime(call.started_at))}</Fact>
        <Fact name="Ended" isKnown={Boolean(call.ended_at)}>
          {formatFullTime(parseTime(call.ended_at))}
        </Fact>
        <Fact name="Call id">
          <Id text={call.id} name="call id" />
        </Fact>
        <Fact name="Trace id">
          <Id text={call.trace_id} name="trace id" />
        </Fact>
      </dl>
      <SummaryPayload address={address} call={call} onOpenPayload={onOpenPayload} />
    </div>
  );
}

function Id({ text, name }: { text: string; name: string }) {
  return (
    <span className="-my-1 flex items-center gap-1">
      <span className="text-code">{text}</span>
      <CopyButton text={text} label={`Copy ${name}`} copiedMessage="Id copied" />
    </span>
  );
}

type SummaryPayloadProps = Pick<SummaryTabProps, "address" | "call" | "onOpenPayload">;

function SummaryPayload({ address, call, onOpenPayload }: SummaryPayloadProps) {
  const query = usePayloadPreviews(address.connectionId, address.projectId, call);
  if (query.isError) {
    return (
      <FailureState
        failure={failureOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isRefetching}
      />
    );
  }
  if (!query.data) return <DetailsSkeleton />;
  const { inputs, output } = query.data;
  return (
    <>
      <ResolvedValue connectionId={address.connectionId} projectId={address.projectId} value={inputs.value}>
        {(value) => <PayloadPreviewView label="inputs" beginning={{ ...inputs, value }} onOpenFull={onOpenPayload} />}
      </ResolvedValue>
      <PayloadPreviewView label="output" beginning={output} onOpenFull={onOpenPayload} />
    </>
  );
}
