/** The requirement of a benchmark. */
type Need = "browser" | "dashboard";

/** One benchmark: a program that prints a table and writes `build/bench/NAME.json`. */
export interface Benchmark {
  /** Also the name of its result. */
  readonly name: string;
  readonly file: string;
  /** The comparison in one line, for the list. */
  readonly what: string;
  /** A browser needs the built dashboard, too. */
  readonly needs?: Need;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** Its options in the small mode, or why it is not a part of that. */
  readonly small: readonly string[] | string;
}

const TAKES_LONGER = "takes longer than the small mode has";

/** All benchmarks, in the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: "engine",
    file: "bench/store/engine.ts",
    what: "ingest through the real service against a bare server, and the reads of the pages against a plain table",
    small: ["--spans", "20000", "--upserts", "4000", "--times", "3"],
  },
  {
    name: "many-services",
    file: "bench/store/many-services.ts",
    what: "ingest by one, two and three services that share a server, against one with the embedded engine",
    small: ["--spans", "10000", "--upserts", "2000", "--services", "2"],
  },
  {
    name: "flood",
    file: "bench/store/flood.ts",
    what: "lists, single spans and /health of one owner while another sends large requests, against the same without",
    small: ["--spans", "20000", "--seconds", "5", "--rest", "1", "--stored", "2000"],
  },
  {
    name: "read-calls",
    file: "bench/store/read-calls.ts",
    what: "the operations that read calls, against the shortest query to the engine",
    small: ["--calls", "20000"],
  },
  {
    name: "read-values",
    file: "bench/store/read-values.ts",
    what: "parts of a large payload, against reading the whole call",
    small: ["--megabytes", "5"],
  },
  {
    name: "import-files",
    file: "bench/imports/import-files.ts",
    what: "exports of eight tools, stopped, continued and imported once more, against a program that parses their lines",
    small: ["--records", "2000"],
  },
  {
    name: "watches",
    file: "bench/store/watches.ts",
    what: "the processor time of judging 200 watches, against as many shortest queries to the engine",
    small: ["--calls", "20000", "--watches", "20", "--rounds", "1"],
  },
  {
    name: "write-calls",
    file: "bench/store/write-calls.ts",
    what: "acknowledged calls per second of the writer alone, for few and many clients",
    small: ["--seconds", "2"],
  },
  {
    name: "calls-store",
    file: "bench/store/calls-store.ts",
    what: "five designs of the calls store, against a plain table that is never merged",
    small: ["--calls", "10000", "--seconds", "0.3"],
  },
  {
    name: "evaluations",
    file: "bench/evaluations/evaluations.ts",
    what: "first rows and comparisons of large evaluations, against a page of plain calls",
    small: ["--examples", "300"],
  },
  {
    name: "stream-rows",
    file: "bench/tables/stream-rows.ts",
    what: "rows of a table as a page's worker reads them, against a client that only reads the bytes",
    nodeOptions: ["--expose-gc"],
    small: ["--rows", "50000", "--rounds", "2"],
  },
  {
    name: "relay-and-service",
    file: "bench/completions/relay-and-service.ts",
    what: "a streamed completion through service and relay, against the provider and a bare route handler",
    needs: "dashboard",
    small: "it builds an application to compare with",
  },
  {
    name: "first-load",
    file: "bench/pages/first-load.ts",
    what: "each page opened from its address, against a page of nothing but React",
    needs: "browser",
    small: ["--times", "1", "--only", "traces"],
  },
  {
    name: "measure-pages",
    file: "bench/pages/measure-pages.ts",
    what: "lists, filters, overview and a large payload from the key to the paint, against the requests sent directly",
    needs: "browser",
    small: TAKES_LONGER,
  },
  {
    name: "filled-pages",
    file: "bench/pages/filled-pages.ts",
    what: "overview, traces, threads and costs over a filled service, against their own requests sent directly",
    needs: "browser",
    small: "it measures a folder that `engine --keep-data` filled",
  },
  {
    name: "threads-page",
    file: "bench/threads/threads-page.ts",
    what: "100,000 threads, against a client that only reads the bytes",
    needs: "browser",
    small: TAKES_LONGER,
  },
  {
    name: "trace-page",
    file: "bench/trace/trace-page.ts",
    what: "a trace of 100,000 calls, against a bare virtual list",
    needs: "browser",
    small: ["--calls", "2000", "--depth", "20"],
  },
  {
    name: "objects-page",
    file: "bench/objects/objects-page.ts",
    what: "10,000 versions and two values of 5 MB, against the requests sent directly and the bare diff library",
    needs: "browser",
    small: TAKES_LONGER,
  },
  {
    name: "table-page",
    file: "bench/tables/table-page.ts",
    what: "a table of a million rows, against a client that only reads the bytes and a bare virtual list",
    needs: "browser",
    small: TAKES_LONGER,
  },
  {
    name: "job-page",
    file: "bench/training/job-page.ts",
    what: "a job with a million points, against the same bytes fetched and the same lines drawn alone",
    needs: "browser",
    small: TAKES_LONGER,
  },
  {
    name: "verdict-rates",
    file: "bench/training/verdict-rates.ts",
    what: "the words of verdicts on simulated runs: false alarms on noise, and what is detected of changes",
    small: ["--runs", "20"],
  },
  {
    name: "new-job",
    file: "bench/training/new-job.ts",
    what: "a file of 100,000 trajectories, against a worker that only parses the lines and a bare virtual list",
    needs: "browser",
    small: TAKES_LONGER,
  },
  {
    name: "playground-frames",
    file: "bench/completions/playground-frames.ts",
    what: "six columns that stream while a user types, against a bare page with as much text",
    needs: "browser",
    small: TAKES_LONGER,
  },
];
