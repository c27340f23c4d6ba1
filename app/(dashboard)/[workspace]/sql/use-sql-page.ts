"use client";

import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { useTimeRange } from "@/components/address/use-time-range";
import type { Workspace } from "@/lib/workspace/workspace";
import { FIRST_QUERY } from "./editor/first-query";
import { parametersIn } from "./editor/highlight-sql";
import { sentParameters, usualValues } from "./editor/prepare-parameters";
import { useSqlRun } from "./result/use-sql-run";
import { sqlParams } from "./search-params";

/** What is written but not yet run, and the query of the address that it was written over. */
interface Draft {
  readonly over: string;
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

const valuesIn = (query: string): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(query));

/** The query of the page: what is written, the values of its parameters, and its runs. The address has the query that ran. */
export function useSqlPage(workspace: Workspace) {
  const { range } = useTimeRange();
  const [params, setParams] = useQueryStates(sqlParams, { history: "push" });
  const over = `${params.values} ${params.sql}`;
  const [draft, setDraft] = useState<Draft | null>(null);
  const current =
    draft?.over === over
      ? draft
      : { over, text: params.sql === "" ? FIRST_QUERY : params.sql, values: valuesIn(params.values) };
  // A relative range is measured from the moment it was chosen.
  const usual = useMemo(() => usualValues(range, Date.now()), [range]);
  const names = useMemo(() => parametersIn(current.text), [current.text]);
  const sqlRun = useSqlRun(workspace);
  const start = (text: string, values: Readonly<Record<string, string>>) => {
    const named = parametersIn(text);
    const entered = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => named.includes(name) && value !== ""),
    );
    void setParams({ sql: text, values: new URLSearchParams(entered).toString() });
    setDraft(null);
    void sqlRun.run(text, sentParameters(named, values, usual));
  };
  return {
    ...sqlRun,
    range,
    text: current.text,
    values: current.values,
    names,
    usual,
    show: params.show,
    setShow: (show: "table" | "chart") => void setParams({ show }, { history: "replace" }),
    setText: (text: string) => setDraft({ ...current, text }),
    setValue: (name: string, value: string) => setDraft({ ...current, values: { ...current.values, [name]: value } }),
    runWritten: () => start(current.text, current.values),
    runExample: (sql: string) => start(sql, {}),
    /** Opens and runs a saved query. */
    runSaved: (query: string) => {
      const saved = new URLSearchParams(query);
      start(saved.get("sql") ?? "", valuesIn(saved.get("values") ?? ""));
    },
    /** What is written as a saved query keeps it. */
    written: new URLSearchParams({
      sql: current.text,
      ...(Object.keys(current.values).length > 0 && { values: new URLSearchParams(current.values).toString() }),
    }).toString(),
  };
}
