interface RefusedOperations {
  readonly paths: RegExp;
  /** Completes the sentence "This service does not have …". */
  readonly reason: string;
}

/**
 * Operations of public services that clients may call by name and that have no meaning here, with what to do instead.
 * They are listed in docs/develop/spec-gaps.md.
 */
const REFUSED: readonly RefusedOperations[] = [
  {
    paths: /^\/annotation_queues(?:\/|$)/,
    reason: "annotation queues. Annotations are feedback of calls: /feedback/create and /feedback/query.",
  },
  {
    paths: /^\/agents\/(?!otel\/)/,
    reason: "the agents view. Spans of agents are calls: /calls/stream_query and /threads/stream_query read them.",
  },
  {
    paths: /^\/project\/ttl_settings\/update$/,
    reason:
      "an operation that sets the retention with an API key. An admin sets it in the dashboard, in Settings, Workspaces; /retention/read returns it.",
  },
  {
    paths: /^\/project\/(?:ingest_sampling_settings|sensitive_data_settings)(?:\/|$)/,
    reason:
      "settings that change what is stored. Everything is stored as it was sent; /project/stats returns its size.",
  },
  {
    paths: /^\/feedback\/(?:stats|aggregate|payload_schema)$/,
    reason:
      "figures of feedback. /scores/list returns the scores with their values; /feedback/query reads every payload.",
  },
  {
    paths: /^\/(?:calls\/score|evaluations\/(?:evaluate_model|rescore|status))$/,
    reason:
      "this way to score in the service. POST /evaluation_runs/start evaluates models with scorers, and /evaluation_runs/read returns the progress; scores of a client are stored with /feedback/create.",
  },
  {
    paths: /^\/dataset_sources\//,
    reason: "links of datasets to their sources. /obj/used_by lists what refers to an object.",
  },
  {
    paths: /^\/files\/resolve_url$/,
    reason: "addresses of files. POST /file/content returns the bytes.",
  },
  {
    paths: /^\/image\/create$/,
    reason: "image generation. POST /v1/responses passes a request with such a tool to a provider that has it.",
  },
  {
    paths: /^\/v2\/[^/]+\/[^/]+\/(?!calls?\/)/,
    reason: "the v2 objects. Objects and evaluations are published with /obj/create and logged as calls.",
  },
  {
    paths: /^\/v1\/(?:responses\/.*|completions|embeddings|moderations|images\/.*)$/,
    reason:
      "this API of model providers. POST /v1/chat/completions runs checkpoints; /completions/create and /v1/responses call providers.",
  },
  {
    paths: /^\/v1\/models\//,
    reason: "an operation for one model. GET /v1/models lists all models.",
  },
  {
    paths: /^(?:\/v1)?\/preview\/sft-training-jobs(?:\/|$)/,
    reason: "supervised fine-tuning. POST /v1/preview/training-jobs trains on trajectories with rewards.",
  },
];

/** Returns why the service does not have an operation of public services; null for any other path. */
export function refusalReason(path: string): string | null {
  const own = path.replace(/^\/traces(?=\/)/, "");
  const refused = REFUSED.find(({ paths }) => paths.test(own));
  return refused ? `This service does not have ${refused.reason}` : null;
}
