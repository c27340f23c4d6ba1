import { type ReactNode, useMemo } from "react";
import type { VersionLabels } from "@/app/(dashboard)/[workspace]/objects/marks/use-version-labels";
import { VersionLabelEditor } from "@/app/(dashboard)/[workspace]/objects/marks/version-label-editor";
import { classOf, keyOf } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import { UserName } from "@/components/session/user-name";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { formatBytes } from "@/lib/format/bytes";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { objectRef, parseRefTarget, refHref, refsInside } from "@/lib/object/object-ref";
import type { Workspace } from "@/lib/workspace/workspace";

const MAX_REFS = 12;

type VersionFactsProps = { workspace: Workspace; version: ObjectVersion; marks: VersionLabels; nowMs: number };

/** Shows the metadata of a version and the refs in its value. */
export function VersionFacts({ workspace, version, marks, nowMs }: VersionFactsProps) {
  const refs = useMemo(() => refsInside(version.val, MAX_REFS), [version.val]);
  const createdMs = parseTime(version.created_at);
  const ref = objectRef(workspace.projectId, keyOf(version), version.digest);
  return (
    <dl className="grid flex-none grid-cols-[76px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 px-4 py-3 text-small">
      <Fact name="Version">
        v{version.version_index} {version.is_latest === 1 ? <Tag tone="ok">latest</Tag> : null}
      </Fact>
      <Fact name="Ref">
        <span className="flex min-w-0 items-center gap-1">
          <span className="truncate text-code" title={ref}>
            {ref}
          </span>
          <CopyButton text={ref} label="Copy ref" copiedMessage="Ref copied" />
        </span>
      </Fact>
      <Fact name="Created">
        <span title={formatFullTime(createdMs)}>{formatTime(createdMs, nowMs)}</span>
        {version.svc_user_id ? (
          <span className="text-ink-3">
            {" "}
            by <UserName id={version.svc_user_id} />
          </span>
        ) : null}
      </Fact>
      <Fact name="Class">
        {classOf(version) ?? "–"}
        {version.base_object_class && version.base_object_class !== version.leaf_object_class ? (
          <span className="text-ink-3">, from {version.base_object_class}</span>
        ) : null}
      </Fact>
      {typeof version.size_bytes === "number" ? <Fact name="Size">{formatBytes(version.size_bytes)}</Fact> : null}
      {marks.isSupported ? (
        <>
          <Fact name="Aliases">
            <VersionLabelEditor workspace={workspace} version={version} mark="alias" known={marks.aliases} />
          </Fact>
          <Fact name="Tags">
            <VersionLabelEditor workspace={workspace} version={version} mark="tag" known={marks.tags} />
          </Fact>
        </>
      ) : null}
      {version.val instanceof LazyValue ? (
        <Fact name="Refers to">
          <span className="text-ink-3">Not searched in a value of this size</span>
        </Fact>
      ) : refs.length > 0 ? (
        <Fact name="Refers to">
          <ul className="grid gap-0.5">
            {refs.map(({ path, ref: inner }) => (
              <li key={`${path} ${inner}`} className="truncate">
                {path === "" ? null : <span className="text-code text-ink-3">{path} </span>}
                <RefLink workspace={workspace} text={inner} />
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="leading-5 text-ink-3">{name}</dt>
      <dd className="min-w-0 leading-5">{children}</dd>
    </>
  );
}

/** A ref as a link to its target; plain text when the target is in another project. */
function RefLink({ workspace, text }: { workspace: Workspace; text: string }) {
  const target = parseRefTarget(text);
  const href = target && refHref(workspace.slug, workspace.projectId, target);
  const short = text.replace(`weave:///${workspace.projectId}/`, "");
  if (!href) {
    return (
      <span className="text-code" title={text}>
        {short}
      </span>
    );
  }
  return (
    <Link href={href} title={text} className="text-code text-accent-text hover:underline">
      {short}
    </Link>
  );
}
