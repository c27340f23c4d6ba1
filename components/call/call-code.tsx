"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { JsonViewer } from "@/components/json/json-viewer";
import { SourceCode } from "@/components/object/source-code";
import { useRefHref } from "@/components/object/use-ref-href";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { DetailBar } from "@/components/ui/pane-bar";
import { Tag } from "@/components/ui/tag";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { CallAddress } from "@/lib/calls/call-address";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { customFiles } from "@/lib/json/media/stored-file";
import type { ObjectKey } from "@/lib/object/object-key";
import { parseRefTarget } from "@/lib/object/object-ref";

/** The source of the call's op, as its client stored it, with the op version. */
export function CallCode({ address, opName }: { address: CallAddress; opName: string }) {
  const target = parseRefTarget(opName);
  if (target?.type !== "object" || target.key.kind !== "op") {
    return (
      <PaneState kind="empty" title="No code stored for this call">
        Its op is only a name: <span className="text-code">{opName}</span>. The SDKs store the source of functions that
        are traced as ops.
      </PaneState>
    );
  }
  return (
    <OpCode
      address={{ ...address, projectId: target.projectId }}
      op={target.key}
      digest={target.digest}
      opRef={opName}
    />
  );
}

type OpCodeProps = { address: CallAddress; op: ObjectKey; digest: string; opRef: string };

function OpCode({ address, op, digest, opRef }: OpCodeProps) {
  const body = { project_id: address.projectId, object_id: op.id, digest };
  const query = useQuery(serviceQuery(address.connectionId, "obj.read", body));
  if (query.isError) {
    return (
      <FailureState
        failure={failureOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isRefetching}
      >
        The op is <span className="text-code">{opRef}</span>.
      </FailureState>
    );
  }
  if (!query.data) return <DetailsSkeleton />;
  const { obj: version } = query.data;
  const files = customFiles(version.val);
  return (
    <>
      <DetailBar copied={{ text: () => opRef, label: "Copy ref of the op", copiedMessage: "Ref copied" }}>
        <VersionName version={version} opRef={opRef} />
      </DetailBar>
      <div className="min-h-0 flex-1 overflow-auto">
        {files.map((file) => (
          <SourceCode key={file.name} address={address} file={file} />
        ))}
        {files.length === 0 ? <JsonViewer label="op" value={version.val ?? null} /> : null}
      </div>
    </>
  );
}

/** The version with a link to its page. */
function VersionName({ version, opRef }: { version: ObjectVersion; opRef: string }) {
  const href = useRefHref()(opRef);
  const name = `${version.object_id} v${version.version_index}`;
  return (
    <>
      {href === null ? (
        <span className="text-code">{name}</span>
      ) : (
        <Link href={href} className="text-code text-accent-text underline underline-offset-2">
          {name}
        </Link>
      )}{" "}
      {version.is_latest === 1 ? <Tag tone="ok">latest</Tag> : <Tag>older version</Tag>}{" "}
      {formatFullTime(parseTime(version.created_at))}
    </>
  );
}
