"use client";

import { useRef, useState } from "react";
import { Segmented } from "@/components/form/segmented";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { tracesHref } from "@/lib/address/traces-href";
import { SQL_LIMITS } from "@/lib/api/contract/sql/sql-limits";
import { SQL_VIEWS } from "@/lib/sql/sql-views";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { ParameterFields } from "./editor/parameter-fields";
import { SqlEditor } from "./editor/sql-editor";
import { LimitBar } from "./result/limit-bar";
import { ResultPane } from "./result/result-pane";
import { SavedQueries } from "./side/saved-queries";
import { SchemaList } from "./side/schema-list";
import { SqlHead } from "./sql-head";
import { sqlProblemText } from "./sql-problem-text";
import { useSqlPage } from "./use-sql-page";

/** Queries with SQL over the project of a workspace. */
export function SqlView() {
  return <WorkspaceGate>{(workspace) => <Sql key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

/** The parts of the page, of which a narrow screen shows one. */
const PARTS = [
  { value: "query", label: "Query" },
  { value: "schema", label: "Schema" },
  { value: "saved", label: "Saved" },
] as const;

const PROBLEM_ID = "sql-problem";
const USUAL_LIMITS = {
  seconds: SQL_LIMITS.seconds.usual,
  rows: SQL_LIMITS.rows.usual,
  memory_mb: SQL_LIMITS.memory_mb.usual,
};

function Sql({ workspace }: { workspace: Workspace }) {
  const editor = useRef<HTMLTextAreaElement>(null);
  const [part, setPart] = useState<(typeof PARTS)[number]["value"]>("query");
  const page = useSqlPage(workspace);
  const problem = sqlProblemText(page.failure);
  const viewPage = { workspaceId: workspace.id, page: "sql" };
  useKeys("sql", { "Mod+Enter": page.runWritten });
  useKeys("everywhere", { Escape: page.isRunning ? page.cancel : undefined });
  const insert = (name: string) => {
    const at = editor.current?.selectionStart ?? page.text.length;
    page.setText(`${page.text.slice(0, at)}${name}${page.text.slice(editor.current?.selectionEnd ?? at)}`);
    setPart("query");
    editor.current?.focus();
    requestAnimationFrame(() => editor.current?.setSelectionRange(at + name.length, at + name.length));
  };
  const side = (own: typeof part, className: string) =>
    classNames("flex min-h-0 min-w-0 flex-col border-line", className, part !== own && "max-lg:hidden");
  const then = (run: () => void) => {
    setPart("query");
    run();
  };
  return (
    <>
      <SqlHead
        projectId={workspace.projectId}
        viewPage={viewPage}
        written={page.written}
        isRunning={page.isRunning}
        onRun={page.runWritten}
        onCancel={page.cancel}
      />
      {page.isRunning ? <ProgressBar label="Running the query" /> : null}
      <Segmented
        label="Part of the page"
        className="mx-3 mb-2 self-start lg:hidden"
        value={part}
        segments={PARTS}
        onChange={setPart}
      />
      <div className="grid min-h-0 flex-1 grid-cols-[224px_minmax(0,1fr)_208px] border-t border-line max-lg:grid-cols-[minmax(0,1fr)]">
        <aside aria-label="Schema" className={side("schema", "border-r")}>
          <SchemaList onName={insert} />
        </aside>
        <div className={side("query", "")}>
          <div className="flex h-[42%] min-h-[150px] flex-none flex-col">
            <SqlEditor
              textRef={editor}
              text={page.text}
              onChange={page.setText}
              problemLine={problem?.line ?? null}
              problemId={problem === null ? undefined : PROBLEM_ID}
            />
            <ParameterFields names={page.names} values={page.values} usual={page.usual} onChange={page.setValue} />
          </div>
          {problem === null ? null : (
            <p
              id={PROBLEM_ID}
              role="alert"
              className="flex-none border-t border-err-line bg-err-tint px-4 py-1.5 text-small text-err [overflow-wrap:anywhere] max-md:px-3"
            >
              {problem.text}
            </p>
          )}
          <LimitBar result={page.answer?.result ?? null} limits={page.answer?.result.limits ?? USUAL_LIMITS} />
          <ResultPane
            workspace={workspace}
            answer={page.answer}
            failure={page.failure?.kind === "validation" ? null : page.failure}
            isRunning={page.isRunning}
            isOlder={page.answer !== null && page.answer.sql !== page.text}
            form={page.show}
            onForm={page.setShow}
            onRetry={page.runWritten}
            hrefOf={(span) =>
              tracesHref(
                { slug: workspace.slug, query: "", source: "all", areRootsOnly: false, range: page.range },
                { span },
              )
            }
          />
        </div>
        <aside aria-label="Saved" className={side("saved", "border-l max-lg:border-l-0")}>
          <SavedQueries
            viewPage={viewPage}
            query={page.written}
            onSaved={(query) => then(() => page.runSaved(query))}
            onExample={(sql) => then(() => page.runExample(sql))}
          />
        </aside>
      </div>
      <PageFoot hints={<KeyHints hints={[keyHint("sql", ["Mod+Enter"], "run")]} />}>
        <span>{SQL_VIEWS.length} views</span>
        <span className="max-md:hidden">the dialect is that of ClickHouse</span>
      </PageFoot>
    </>
  );
}
